import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import type { DB } from '#server/platform/db/schema.ts'

type Sql = RawBuilder<unknown>

interface Declaration<Table extends keyof DB> {
  /** Condition for the person's rows; the table is `t` in all conditions. */
  whose: (personId: string) => Sql
  /**
   * Columns that are not exported: secrets, and columns that only serve the site. All others are exported.
   */
  withheld: readonly (keyof DB[Table] & string)[]
  /** Columns from other tables that explain a row. */
  also?: (personId: string) => Sql
  /** Order of the rows; by default their creation time. */
  order?: Sql
}

/** Rows about a person that become one JSON file of the export. */
export interface ExportedRows {
  rowsOf: (db: Database, personId: string) => Promise<object[]>
  /** The table, if its own columns are exported; absent if they are listed one by one. */
  table?: string
  exportedColumns?: (db: Database) => Promise<string[]>
}

/** Rows whose `column` is the person. */
export const by = (column: string) => (personId: string) => sql`${sql.ref(`t.${column}`)} = ${personId}`

function exportedTable<Table extends keyof DB>(
  table: Table,
  { whose, withheld, also, order = sql`t.created_at` }: Declaration<Table>,
): ExportedRows {
  async function exportedColumns(db: Database): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`
      select attname as name from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
        and attname <> all(${withheld}::text[])
      order by attnum`.execute(db)
    return rows.map(({ name }) => name)
  }

  async function rowsOf(db: Database, personId: string): Promise<object[]> {
    const columns = (await exportedColumns(db)).map((name) => sql`${sql.ref(`t.${name}`)}`)
    const { rows } = await sql<object>`
      select ${sql.join(also ? [...columns, also(personId)] : columns)}
      from ${sql.table(table)} t where ${whose(personId)} order by ${order}`.execute(db)
    return rows
  }

  return { table, exportedColumns, rowsOf }
}

type Declarations = { [Table in keyof DB]?: Declaration<Table> }

/**
 * A person's rows with all columns except the withheld ones, so that new columns are exported automatically.
 */
export const exportedTables = <Declared extends Declarations>(
  declared: Declared,
): Record<keyof Declared, ExportedRows> =>
  Object.fromEntries(
    Object.entries(declared).map(([table, declaration]) => [
      table,
      exportedTable(table as keyof DB, declaration as Declaration<keyof DB>),
    ]),
  ) as Record<keyof Declared, ExportedRows>

import pg from 'pg'

/** PostgreSQL ends a transaction of others after a second of waiting in a circle; by then this one has given up. */
const LOCKING_MILLISECONDS = 900
/** Processes that come later wait behind the one that waits for a lock. */
export const LOCK_WAIT_MILLISECONDS = 500

type Mode = 'access exclusive' | 'share row exclusive'

/** What comes before a table's name, and how PostgreSQL locks it then. */
const STATEMENTS: [Mode, RegExp][] = [
  ['share row exclusive', /\b(?:references|insert into|update|delete from)\s+(?:only\s+)?(\w+)/gi],
  ['share row exclusive', /\bcreate\s+(?:unique\s+)?index\b[^;]*?\bon\s+(?:only\s+)?(\w+)/gi],
  ['share row exclusive', /\bcreate\s+(?:or\s+replace\s+)?(?:constraint\s+)?trigger\b[^;]*?\bon\s+(\w+)/gi],
  ['access exclusive', /\b(?:alter|drop)\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?(\w+)/gi],
  ['access exclusive', /\bdrop\s+trigger\b[^;]*?\bon\s+(\w+)/gi],
]

/** Bodies of functions run later, and comments never. */
const withoutBodies = (text: string): string =>
  text.replaceAll(/\bas\s+\$(\w*)\$[\s\S]*?\$\1\$/gi, '').replaceAll(/--.*$/gm, '')

/** Tables that these texts lock, each as strongly as the strongest of its statements. */
export function tablesLockedBy(texts: string[]): Map<string, Mode> {
  const tables = new Map<string, Mode>()
  for (const [mode, statement] of STATEMENTS)
    for (const text of texts)
      for (const [, table = ''] of withoutBodies(text).matchAll(statement)) tables.set(table, mode)
  return tables
}

/** A table that somebody held too long. */
export class TableHeld extends Error {
  readonly table: string

  constructor(table: string, cause: Error) {
    super(`${table}: ${cause.message}`, { cause })
    this.table = table
  }
}

/**
 * Locks these tables of the database one after the other, those in `first` before the others, within a second: what
 * runs afterwards waits for nobody, and so nobody waits in a circle with it.
 */
export async function lockTables(
  client: pg.Client,
  tables: Map<string, Mode>,
  first: string[],
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select name from unnest($1::text[]) with ordinality as wanted(name, place)
    join pg_class c on c.oid = to_regclass(quote_ident(name)) and c.relkind in ('r', 'p') order by place`,
    [[...new Set([...first, ...tables.keys()])]],
  )
  const endsAt = Date.now() + LOCKING_MILLISECONDS
  for (const { name } of rows) {
    const left = Math.min(LOCK_WAIT_MILLISECONDS, Math.max(1, endsAt - Date.now()))
    try {
      await client.query(
        `set local lock_timeout = ${left}; lock table ${pg.escapeIdentifier(name)} in ${tables.get(name)} mode`,
      )
    } catch (error) {
      throw new TableHeld(name, error as Error)
    }
  }
  await client.query(`set local lock_timeout = ${LOCK_WAIT_MILLISECONDS}`)
}

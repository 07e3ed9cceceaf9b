import pg from 'pg'

/**
 * PostgreSQL cancels a transaction after a second of deadlock; by then this one has given up, so that no other is
 * cancelled.
 */
const LOCKING_MILLISECONDS = 900
/** Maximum wait for a lock; later statements queue behind the one that waits. */
export const LOCK_WAIT_MILLISECONDS = 500

type Mode = 'access exclusive' | 'share row exclusive'

/** Patterns of statements with a table's name, and the lock that PostgreSQL takes for them. */
const STATEMENTS: [Mode, RegExp][] = [
  ['share row exclusive', /\b(?:references|insert into|update|delete from)\s+(?:only\s+)?(\w+)/gi],
  ['share row exclusive', /\bcreate\s+(?:unique\s+)?index\b[^;]*?\bon\s+(?:only\s+)?(\w+)/gi],
  ['share row exclusive', /\bcreate\s+(?:or\s+replace\s+)?(?:constraint\s+)?trigger\b[^;]*?\bon\s+(\w+)/gi],
  ['access exclusive', /\b(?:alter|drop)\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?(\w+)/gi],
  ['access exclusive', /\bdrop\s+trigger\b[^;]*?\bon\s+(\w+)/gi],
]

/** Removes bodies of functions, which run later, and comments. */
const withoutBodies = (text: string): string =>
  text.replaceAll(/\bas\s+\$(\w*)\$[\s\S]*?\$\1\$/gi, '').replaceAll(/--.*$/gm, '')

/** Tables that these texts lock, each with the strongest lock that its statements need. */
export function tablesLockedBy(texts: string[]): Map<string, Mode> {
  const tables = new Map<string, Mode>()
  for (const [mode, statement] of STATEMENTS)
    for (const text of texts)
      for (const [, table = ''] of withoutBodies(text).matchAll(statement)) tables.set(table, mode)
  return tables
}

/** A table that stayed locked too long. */
export class TableHeld extends Error {
  readonly table: string

  constructor(table: string, cause: Error) {
    super(`${table}: ${cause.message}`, { cause })
    this.table = table
  }
}

/**
 * Locks these tables one after the other within a second, those in `first` first. Statements that follow wait for no
 * lock, so they cannot deadlock.
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

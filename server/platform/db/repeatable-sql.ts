import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { globSync } from 'node:fs'
import { join, posix, sep } from 'node:path'
import pg from 'pg'

/** An SQL file that runs again as a whole whenever it changes: functions, triggers and rows declared by the code. */
export interface RepeatableFile {
  /** Path below the folder of the domains, such as 'conversations/functions.sql'. */
  name: string
  text: string
  checksum: string
}

/** Files that create the tables of a domain, once in an empty database. */
export const SCHEMA_FILE = /(?:^|\/)schema\.sql$/

/** Values that replace `:'name'` in a file; a list or an object becomes JSON. */
export type SqlValues = Record<string, string | number | object>

/**
 * Repeatable files in the order in which they run: by name, but each folder after those that an `after` comment in
 * its files names.
 */
export async function readRepeatable(directory: string, values: SqlValues): Promise<RepeatableFile[]> {
  const names = globSync('**/*.sql', { cwd: directory, exclude: ['**/migrations/**'] })
    .map((name) => name.split(sep).join('/'))
    .filter((name) => !SCHEMA_FILE.test(name))
    .toSorted()
  const texts = new Map<string, string>()
  for (const name of names) texts.set(name, insertValues(name, await readSql(join(directory, name)), values))
  return orderByDependency(texts).map((name) => {
    const text = texts.get(name) ?? ''
    return { name, text, checksum: checksumOf(text) }
  })
}

/** Reads a file with the same line ends on every machine, because Git may convert them. */
export const readSql = async (path: string): Promise<string> =>
  (await readFile(path, 'utf8')).replaceAll('\r\n', '\n')

export const checksumOf = (text: string): string => createHash('sha256').update(text).digest('hex')

function insertValues(name: string, text: string, values: SqlValues): string {
  return text.replaceAll(/:'(\w+)'/g, (_, key: string) => {
    const value = values[key]
    if (value === undefined) throw new Error(`${name} uses :'${key}', which has no value`)
    const literal = pg.escapeLiteral(typeof value === 'object' ? JSON.stringify(value) : String(value))
    if (literal.includes('$$')) throw new Error(`${name}: the value of :'${key}' may not contain $$`)
    return literal
  })
}

function orderByDependency(texts: Map<string, string>): string[] {
  const folders = Map.groupBy(texts.keys(), (name) => posix.dirname(name))
  const ordered: string[] = []
  const visited = new Set<string>()
  function visit(folder: string, path: string[]) {
    if (path.includes(folder))
      throw new Error(`SQL files need each other in a circle: ${[...path, folder].join(', ')}`)
    if (visited.has(folder)) return
    visited.add(folder)
    const files = folders.get(folder)
    if (!files) throw new Error(`${path.at(-1)} names ${folder}, which has no SQL files`)
    const needed = files.flatMap((name) => dependenciesOf(texts.get(name) ?? ''))
    for (const other of needed) visit(other, [...path, folder])
    ordered.push(...files)
  }
  for (const folder of folders.keys()) visit(folder, [])
  return ordered
}

const dependenciesOf = (text: string): string[] => /^-- after: (.+)$/m.exec(text)?.[1]?.split(', ') ?? []

/** Files whose checksum differs from the one last run on the database. */
export async function selectChanged(client: pg.Client, files: RepeatableFile[]): Promise<RepeatableFile[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_repeatable',
  )
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  return files.filter(({ name, checksum }) => applied.get(name) !== checksum)
}

export async function runRepeatable(
  client: pg.Client,
  { name, text, checksum }: RepeatableFile,
): Promise<void> {
  await client.query(text)
  await client.query(
    `insert into schema_repeatable (name, checksum) values ($1, $2)
    on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`,
    [name, checksum],
  )
}

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { globSync } from 'node:fs'
import { join, posix, sep } from 'node:path'
import pg from 'pg'

/** SQL that is run again, as a whole, whenever it changed: functions, triggers and rows that the code declares. */
export interface RepeatableFile {
  /** 'conversations/functions.sql', from the folder of the domains. */
  name: string
  text: string
  checksum: string
}

/** Tables of a domain, which an empty database gets once. */
export const SCHEMA_FILE = /(?:^|\/)schema\.sql$/

/** What `:'name'` in a file stands for; a list or an object becomes JSON. */
export type SqlValues = Record<string, string | number | object>

/** In the order in which they run: a folder after those that its files name in `-- after: …`, else by name. */
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

/** Git may write other line ends on another machine. */
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

/** Those whose checksum is not the one that the database ran last. */
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

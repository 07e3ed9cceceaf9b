import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { DB } from '#server/platform/db/schema.ts'
import { valueParsers } from '#server/platform/db/value-parsers.ts'
import type { BenchDatabase } from '#bench/load/bench-database.ts'
import type { Speed } from '#bench/load/load.ts'
import { temporaryFolder } from '#bench/load/temporary-folder.ts'

/** Each client prepares each script once, and preparation must not dominate the measurement. */
const MOST_SCRIPTS = 8

export type Statement = readonly [sql: string, parameters: readonly unknown[]]

/** Listens to the queries of the services themselves, so that both sides of a ratio run the same SQL. */
export function createRecorder(url: string) {
  let executed: Statement[] = []
  const pool = new pg.Pool({ connectionString: url, types: valueParsers, max: 2 })
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: (event) => void executed.push([event.query.sql, event.query.parameters]),
  })
  return {
    db,
    /** The statements that `work` sends, as one script. */
    async record(work: () => Promise<unknown>): Promise<Statement[]> {
      executed = []
      await work()
      return executed
    },
    [Symbol.asyncDispose]: () => db.destroy(),
  }
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number') return String(value)
  const text = Array.isArray(value)
    ? `{${value.map((item) => JSON.stringify(item)).join(',')}}`
    : String(value)
  return `'${text.replaceAll("'", "''")}'`
}

/**
 * Text for pgbench, which takes ':word' for a variable even inside a string: splitting there keeps the
 * string.
 */
const toPgbench = ([statement, parameters]: Statement): string =>
  `${statement
    .replaceAll(/\$(\d+)/g, (_, number: string) => literal(parameters[Number(number) - 1]))
    .replaceAll(/(?<!:):(?=\w)/g, ":'\n'")
    .trim()};`

/** Runs the prepared scripts in turn with this number of clients; each script counts as one operation. */
export async function runPgbench(
  { socketDir }: BenchDatabase,
  scripts: Statement[][],
  { clients, seconds }: { clients: number; seconds: number },
): Promise<Speed> {
  using folder = temporaryFolder('pgbench')
  try {
    const files = scripts.slice(0, MOST_SCRIPTS).flatMap((script, index) => {
      const file = join(folder.path, `${index}.sql`)
      writeFileSync(file, script.map(toPgbench).join('\n'))
      return ['-f', file]
    })
    const connection = ['-h', socketDir, '-U', 'sankofa', 'sankofa']
    const load = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '1', '-T', String(seconds)]
    const { stdout } = await promisify(execFile)('pgbench', [...load, ...files, ...connection])
    return {
      perSecond: figure(stdout, /tps = ([\d.]+)/),
      p50: figure(stdout, /latency average = ([\d.]+)/),
      p99: NaN,
      slowest: NaN,
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    const help = 'Install it: postgresql-contrib on Debian and Ubuntu, postgresql elsewhere.'
    throw new Error(`pgbench is missing. ${help}`, { cause: error })
  }
}

function figure(text: string, pattern: RegExp): number {
  const found = pattern.exec(text)?.[1]
  if (found === undefined) throw new Error(`pgbench printed an unexpected result:\n${text}`)
  return Number(found)
}

import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import pg from 'pg'

/** What a process that runs for years must not gather. */
export interface Sample {
  /** Of the server's process, without what it shares with files, in MB. */
  memory: number
  descriptors: number
  /** To the database. */
  connections: number
  /** What of the tables is dead or free, in percent of their size. */
  bloat: number
}

export interface Watch {
  sample(): Promise<Sample>
  close(): Promise<void>
}

const KILOBYTE = 1024

/** Of the process and those it started, such as the encoder. */
async function processTree(pid: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pid=,ppid='])
  const parents = new Map(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number) as [number, number]),
  )
  const isOurs = (one: number): boolean => one === pid || (parents.has(one) && isOurs(parents.get(one) ?? 0))
  return [...parents.keys()].filter((one) => one !== 0 && isOurs(one))
}

/** A process may have ended since it was listed. */
function readOf<T>(read: () => T, otherwise: T): T {
  try {
    return read()
  } catch {
    return otherwise
  }
}

const memoryOf = (pid: number) =>
  readOf(() => Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0), 0)
const descriptorsOf = (pid: number) => readOf(() => readdirSync(`/proc/${pid}/fd`).length, 0)
const sum = (numbers: number[]) => numbers.reduce((all, number) => all + number, 0)

/** Looks at the processes of a site and at its database; `adminUrl` is of a superuser, who may see into tables. */
export async function watchSite(pid: number, adminUrl: string): Promise<Watch> {
  const client = new pg.Client(adminUrl)
  await client.connect()
  await client.query('create extension if not exists pgstattuple')
  return {
    async sample() {
      const pids = await processTree(pid)
      const { rows: opened } = await client.query<{ connections: number }>(
        `select count(*)::int as connections from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()`,
      )
      const { rows: sizes } = await client.query<{ bloat: number }>(
        `select 100 * sum(t.dead_tuple_len + t.approx_free_space)::float8 / sum(t.table_len)::float8 as bloat
         from pg_class c cross join lateral pgstattuple_approx(c.oid) t
         where c.relkind in ('r', 'm') and c.relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
           and pg_relation_size(c.oid) > 0`,
      )
      return {
        memory: sum(pids.map(memoryOf)) / KILOBYTE,
        descriptors: sum(pids.map(descriptorsOf)),
        connections: opened[0]?.connections ?? 0,
        bloat: sizes[0]?.bloat ?? 0,
      }
    },
    close: () => client.end(),
  }
}

import { readdirSync } from 'node:fs'
import pg from 'pg'
import { megabytesOf, processTree, sum } from '#bench/load/processes.ts'

/** Resources that a long-running process must not accumulate. */
export interface Sample {
  /** Memory of the server's process without file-backed pages, in MB. */
  memory: number
  descriptors: number
  /** Connections to the database. */
  connections: number
  /** Dead and free space of the tables, in percent of their size. */
  bloat: number
}

/** Returns 0 if the process has ended since it was listed. */
function countDescriptors(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length
  } catch {
    return 0
  }
}

/** Samples a site's processes and database; `adminUrl` is a superuser's, because others may not inspect tables. */
export async function watchSite(pid: number, adminUrl: string) {
  const client = new pg.Client(adminUrl)
  await client.connect()
  await client.query('create extension if not exists pgstattuple')
  return {
    async sample(): Promise<Sample> {
      const pids = processTree(pid)
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
        memory: sum(pids.map((each) => megabytesOf(each, 'RssAnon'))),
        descriptors: sum(pids.map(countDescriptors)),
        connections: opened[0]?.connections ?? 0,
        bloat: sizes[0]?.bloat ?? 0,
      }
    },
    [Symbol.asyncDispose]: () => client.end(),
  }
}

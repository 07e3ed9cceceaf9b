import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { startPrimary, startReplica } from '#testing/streaming-replica.ts'
import { until } from '#testing/until.ts'
import { openCutProxy } from './cut-proxy.ts'

export interface ReplicatedPostgres {
  /** Address of the primary; stays the same through a promotion. */
  url: string
  replicaUrl: string
  /** Kills and restarts the replica, for which commits wait; after the promotion it is the primary. */
  restart(): Promise<void>
  /** Kills the primary and makes the replica take over. */
  promote(): Promise<void>
  close(): Promise<void>
}

const socketIn = (folder: string) => ({ path: join(folder, '.s.PGSQL.5432') })

async function queryOn(connectionString: string, statements: string[]): Promise<Record<string, string>[]> {
  const client = new pg.Client(connectionString)
  await client.connect()
  try {
    let rows: Record<string, string>[] = []
    for (const statement of statements) ({ rows } = await client.query<Record<string, string>>(statement))
    return rows
  } finally {
    await client.end()
  }
}

/** A migrated server with a synchronous replica. */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const primary = await startPrimary()
  const replica = await startReplica(primary)
  // A commit waits until the replica has it too; otherwise the last ones would be lost.
  const [row] = await queryOn(primary.adminUrl, [
    "alter system set synchronous_standby_names = '*'",
    'select pg_reload_conf()',
    'show data_directory',
  ])
  const pidFile = join(row?.['data_directory'] ?? '', 'postmaster.pid')
  const proxy = await openCutProxy(socketIn(decodeURIComponent(new URL(primary.url).host)))

  return {
    url: `postgres://sankofa@127.0.0.1:${proxy.port}/sankofa`,
    replicaUrl: replica.url,
    async restart() {
      await replica.kill()
      // Processes of a killed server may use its folder for a moment.
      let failure: unknown
      const starts = () =>
        replica.start().then(
          () => true,
          (error: unknown) => {
            failure = error
            return false
          },
        )
      await until(starts, { what: () => `a replica that failed with '${String(failure)}'` })
    },
    async promote() {
      process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGQUIT')
      await replica.query('select pg_promote()')
      proxy.aim(socketIn(replica.socketDir))
    },
    async close() {
      await proxy.close()
      // Its slot was deleted with the primary.
      await replica.close().catch(() => undefined)
      await primary.close()
    },
  }
}

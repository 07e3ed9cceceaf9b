import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import { openCutProxy } from './cut-proxy.ts'

export interface OwnPostgres {
  /** Stays the same through every restart. */
  url: string
  /** Direct address without the proxy, valid until a restart. */
  directUrl: string
  /** Stops it, at once like a crash or in order, and starts it again. */
  restart(how: 'crash' | 'in order'): Promise<void>
  close(): Promise<void>
}

/** A migrated database server for several processes, which can crash. */
export async function startOwnPostgres(settings: Record<string, string> = {}): Promise<OwnPostgres> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sankofa-own-'))
  chmodSync(dataDir, 0o755)
  const start = () => startEmbedded({ dataDir, settings })
  const socketOf = (url: string) => ({ path: `${decodeURIComponent(new URL(url).host)}/.s.PGSQL.5432` })
  let postgres = await start()
  await prepareDatabase(postgres.url)
  // Each start has a new socket.
  const proxy = await openCutProxy(socketOf(postgres.url))

  return {
    url: `postgres://sankofa@127.0.0.1:${proxy.port}/sankofa`,
    directUrl: postgres.url,
    async restart(how) {
      if (how === 'crash') {
        const pid = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
        process.kill(pid, 'SIGQUIT')
        await postgres.exited
      }
      await postgres.stop()
      postgres = await start()
      proxy.aim(socketOf(postgres.url))
    },
    async close() {
      await proxy.close()
      await postgres.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect, type Database } from '#server/platform/db/connect.ts'
import { type Site, startSite } from '#testing/scale/site.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** Line of postmaster.pid that names the folder of the server's socket. */
const SOCKET_LINE = 4

interface OwnSiteOptions {
  port: number
  settings: Record<string, string>
}

/**
 * An empty market as `npm start` runs it: with the embedded database, and therefore without other processes that
 * need its live events. Each `run` restarts it on the same data, which is deleted at the end.
 */
export function prepareOwnSite({ port, settings }: OwnSiteOptions) {
  const folder = temporaryFolder('own-site')
  const dataDir = folder.path

  function databaseUrl(): string {
    const lines = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
    return `postgres://sankofa@${encodeURIComponent(lines[SOCKET_LINE] ?? '')}/sankofa`
  }

  return {
    async run<T>(work: (own: { site: Site; db: Database }) => Promise<T>): Promise<T> {
      await using site = await startSite({ port, dataDir, demo: false, settings })
      await using db = connect(databaseUrl())
      return await work({ site, db })
    },
    [Symbol.dispose]: () => folder.remove(),
  }
}

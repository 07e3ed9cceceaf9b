import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Database } from '#server/platform/db/connect.ts'
import { type Site, startSite } from '#testing/scale/site.ts'

/** The line of postmaster.pid that names the folder of the server's socket. */
const SOCKET_LINE = 4

export interface OwnSite {
  site: Site
  db: Database
}

interface OwnSiteOptions {
  port: number
  settings: Record<string, string>
}

/**
 * An empty market as `npm start` runs it: with the database that comes along, and so without other processes that
 * live events have to reach. Each `run` starts it anew on the same data, which are gone at the end.
 */
export function prepareOwnSite({ port, settings }: OwnSiteOptions) {
  const dataDir = mkdtempSync(join(tmpdir(), 'sankofa-own-site-'))
  // Its server may run under another account, which has to reach its folder.
  chmodSync(dataDir, 0o755)

  function databaseUrl(): string {
    const lines = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
    return `postgres://sankofa@${encodeURIComponent(lines[SOCKET_LINE] ?? '')}/sankofa`
  }

  return {
    async run<T>(work: (own: OwnSite) => Promise<T>): Promise<T> {
      const site = await startSite({ port, dataDir, demo: false, settings })
      const db = connect(databaseUrl())
      try {
        return await work({ site, db })
      } finally {
        await db.destroy()
        await site.stop()
      }
    },
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  }
}

import { join } from 'node:path'
import pg from 'pg'
import type { Config } from '#server/config/config.ts'
import { startEmbedded } from '#server/platform/db/embedded.ts'
import { readPostmaster } from '#server/platform/db/postmaster.ts'
import { prepareDatabase } from '#server/prepare-database.ts'

interface SiteDatabase {
  url: string
  close: () => Promise<void>
}

/** The database that came along and is running, for the site or because it was left behind. */
async function runningDatabase(dataDir: string): Promise<SiteDatabase | undefined> {
  const found = readPostmaster(join(dataDir, 'postgres'))
  if (!found?.ready) return undefined
  const url = `postgres://sankofa@${encodeURIComponent(found.socketDir)}/sankofa`
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    await client.end()
    return { url, close: async () => {} }
  } catch {
    return undefined
  }
}

/** The site's own database, started for as long as this takes when nothing runs. */
export async function openSiteDatabase(config: Config): Promise<SiteDatabase> {
  if (config.database.kind === 'url') return { url: config.database.directUrl, close: async () => {} }
  const running = await runningDatabase(config.dataDir)
  if (running) return running
  const postgres = await startEmbedded({ dataDir: config.dataDir })
  await prepareDatabase(postgres.url)
  return { url: postgres.url, close: () => postgres.stop() }
}

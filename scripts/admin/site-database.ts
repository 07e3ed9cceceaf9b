import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Config } from '#server/config/config.ts'
import { maskPassword } from '#server/config/redacted.ts'
import { requireSeparateFolders } from '#server/platform/backup/separate-folders.ts'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { requireKnownMigrations } from '#server/platform/db/migrate.ts'
import { readPostmaster } from '#server/platform/db/embedded/postmaster.ts'
import { BootError } from '#server/platform/process/boot-error.ts'
import { prepareDatabase } from '#server/prepare-database.ts'

interface SiteDatabase {
  url: string
  close: () => Promise<void>
}

interface EmbeddedDatabase extends SiteDatabase {
  adminUrl: string
}

/** The running embedded database, started by the site or left by a killed one. */
async function runningDatabase(dataDir: string): Promise<EmbeddedDatabase | undefined> {
  const found = readPostmaster(join(dataDir, 'postgres'))
  if (!found?.ready) return undefined
  const host = encodeURIComponent(found.socketDir)
  const url = `postgres://sankofa@${host}/sankofa`
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    await client.end()
    return { url, adminUrl: `postgres://postgres@${host}/postgres`, close: async () => {} }
  } catch {
    return undefined
  }
}

/**
 * Refuses a folder in which no site has run: a command would otherwise create another, empty site there and report that
 * all is well. With an external database the key identifies the folder.
 */
export function requireSite({
  dataDir,
  database,
  secret,
}: Pick<Config, 'dataDir' | 'database' | 'secret'>): void {
  const isEmbedded = database.kind === 'embedded'
  const sign = isEmbedded ? 'postgres/PG_VERSION' : 'secret.key'
  if (existsSync(join(dataDir, sign)) || (!isEmbedded && secret.key !== undefined)) return
  throw new BootError([
    `DATA_DIR: no site has run in ${dataDir}.`,
    'Set DATA_DIR to the folder of the running site, best in the file .env beside package.json, which npm start and every command read.',
  ])
}

/** Describes the site that a command works on. */
export const describeSite = ({
  publicUrl,
  dataDir,
  database,
}: Pick<Config, 'publicUrl' | 'dataDir' | 'database'>): string =>
  [
    `Works on ${publicUrl}, DATA_DIR=${dataDir}`,
    ...(database.kind === 'url' ? [`DATABASE_URL=${maskPassword(database.url)}`] : []),
  ].join(', ')

/** The embedded database, started for the duration of the command if it does not run. */
export async function openEmbedded(dataDir: string): Promise<EmbeddedDatabase> {
  const running = await runningDatabase(dataDir)
  if (running) {
    await requireKnownMigrations(running.url)
    return running
  }
  const postgres = await startEmbedded({ dataDir })
  await prepareDatabase(postgres.url)
  return { url: postgres.url, adminUrl: postgres.adminUrl, close: () => postgres.stop() }
}

/** The site's own database. */
export async function openSiteDatabase(config: Config): Promise<SiteDatabase> {
  const { database, dataDir } = config
  await requireSeparateFolders(config)
  if (database.kind === 'embedded') return openEmbedded(dataDir)
  await requireKnownMigrations(database.directUrl)
  return { url: database.directUrl, close: async () => {} }
}

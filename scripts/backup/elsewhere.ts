import { spawnSync } from 'node:child_process'
import pg from 'pg'
import type { Config } from '#server/config/config.ts'
import { BootError } from '#server/platform/process/boot-error.ts'

async function majorOf(url: string): Promise<number> {
  const client = new pg.Client(url)
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string }>(
      `select current_setting('server_version_num') as version`,
    )
    return Math.floor(Number(rows[0]?.version) / 10_000)
  } catch (error) {
    throw new BootError(`DATABASE_URL: the database cannot be reached (${(error as Error).message}).`)
  } finally {
    await client.end()
  }
}

function describePgDump(needed: number): string {
  const { stdout } = spawnSync('pg_dump', ['--version'], { encoding: 'utf8' })
  const found = /(\d+)(?:\.\d+)?\s*$/.exec((stdout ?? '').split('(Debian')[0] ?? '')?.[1]
  if (found === undefined) return `version ${needed} or newer, which is not installed here`
  return Number(found) < needed ? `version ${needed} or newer (here it is ${found})` : `version ${found}`
}

/** Refuses an external database, and names the commands that back it up. */
export async function refuseElsewhere({ database, dataDir, storage }: Config): Promise<void> {
  if (database.kind === 'embedded') return
  const major = await majorOf(database.directUrl)
  const pictures = storage.kind === 's3' ? `the bucket ${storage.bucket}` : `${dataDir}/photos`
  throw new BootError([
    `DATABASE_URL: the site does not back up a PostgreSQL of your own. Use the backups of the service that runs it, which can also restore to a moment, or pg_dump ${describePgDump(major)}:`,
    '  pg_dump --format=custom --file=sankofa.dump "$DATABASE_URL"',
    '  pg_restore --clean --if-exists --no-owner --dbname="$DATABASE_URL" sankofa.dump',
    `After the dump copy ${pictures}, and ${dataDir}/secret.key unless SECRET_KEY is set.`,
  ])
}

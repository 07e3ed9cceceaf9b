import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { nullIfMissing } from '#server/platform/errors/null-if-missing.ts'
import { BootError } from '#server/platform/process/boot-error.ts'
import { PHOTOS } from '#server/platform/images/picture-files.ts'
import { withAdmin } from '#server/platform/backup/base/admin-connection.ts'
import { marketUrl } from '#server/platform/backup/base/base.ts'
import type { Repository } from '#server/platform/backup/repository/repository.ts'
import { countTables } from '#server/platform/backup/base/exact-counts.ts'
import { copyName } from '#server/platform/backup/files/file-index.ts'
import { filesAt } from '#server/platform/backup/files/files-at.ts'
import { hashed } from '#server/platform/backup/repository/hashed.ts'
import { processInBatches } from '#server/platform/backup/repository/in-batches.ts'
import type { Manifest } from '#server/platform/backup/base/manifest.ts'
import { newestWrite, recover } from './recover.ts'
import { unpackBase } from './unpack-base.ts'

const FILES_AT_ONCE = 16
const POLL_MILLISECONDS = 50
const SHOWN = 20
const VERIFYING_PREFIX = 'verifying-'
const ABANDONED_MILLISECONDS = 24 * 60 * 60 * 1000
/**
 * A server that answers reads during a replay needs at least the `max_connections` of the site, which depend on its
 * processes.
 */
const REPLAY_CONNECTIONS = '2000'

export interface Verified {
  rows: number
  tables: number
  files: number
  /** Pictures that the database names. */
  pictures: number
  endsAt: Date
}

type Work<T> = (client: pg.Client, adminUrl: string) => Promise<T>

/** Works in the database unpacked in `folder`, recovered to a point or to the end of the log. */
async function inDatabase<T>(
  folder: string,
  target: Parameters<typeof recover>[1],
  settings: Record<string, string>,
  work: Work<T>,
): Promise<T> {
  const postgres = await recover(folder, target, settings)
  try {
    return await withAdmin(marketUrl(postgres.adminUrl), (client) => work(client, postgres.adminUrl))
  } finally {
    await postgres.stop()
  }
}

/** Counts rows while the recovery is paused at the point, so that it can continue later. */
async function findWrongCounts(folder: string, { counted }: Manifest, settings: Record<string, string>) {
  const waiting = {
    ...settings,
    hot_standby: 'on',
    recovery_target_action: 'pause',
    max_connections: REPLAY_CONNECTIONS,
  }
  return inDatabase(folder, { point: counted.point }, waiting, async (client) => {
    const state = async () => {
      const { rows } = await client.query<{ state: string }>(
        'select pg_get_wal_replay_pause_state() as state',
      )
      return rows[0]?.state
    }
    while ((await state()) !== 'paused') await sleep(POLL_MILLISECONDS)
    const found = await countTables(client)
    const names = new Set([...Object.keys(found), ...Object.keys(counted.tables)])
    return [...names]
      .filter((name) => found[name] !== counted.tables[name])
      .map((name) => `${name} has ${found[name] ?? 'no'} rows, not ${counted.tables[name] ?? 'any'}.`)
  })
}

/** Pictures named by any column, except uploads that are under way. */
async function namedPictures(client: pg.Client): Promise<Set<string>> {
  const { rows: columns } = await client.query<{ statement: string }>(
    `select format('select distinct %I as src from %I where starts_with(%1$I, $1)', column_name, table_name) as statement
     from information_schema.columns
     where table_schema = 'public' and column_name in ('image_url', 'avatar_url') and table_name <> 'photo_uploads'`,
  )
  const named = new Set<string>()
  for (const { statement } of columns) {
    const { rows } = await client.query<{ src: string }>(statement, [PHOTOS])
    for (const { src } of rows) named.add(src.slice(PHOTOS.length))
  }
  return named
}

/** Checks the content of every file, and that every picture has a file. */
async function findWrongFiles(
  repository: Repository,
  base: Manifest,
  { named, endsAt }: { named: Set<string>; endsAt: Date },
) {
  const wrong: string[] = []
  const missing = new Set(named)
  const found = filesAt(repository, base, { newest: endsAt, note: (line) => wrong.push(line) })
  const files = await processInBatches(found, FILES_AT_ONCE, async ({ key, sha256 }) => {
    missing.delete(key.replace(/-\d+\.\w+$/, ''))
    const { chunks, result } = hashed(repository.read(copyName(key)))
    try {
      for await (const chunk of chunks) if (chunk.byteLength === 0) break
      if (result().sha256 !== sha256) wrong.push(`${copyName(key)} differs from what was stored.`)
    } catch (error) {
      if (!(error instanceof BootError)) throw error
      wrong.push(error.message)
    }
  })
  return { files, wrong: [...wrong, ...[...missing].map((src) => `The picture ${src} has no file.`)] }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * True for the folder of an interrupted verification: its process has ended, or the folder is a day old and another
 * process has its number.
 */
async function isAbandoned(scratch: string, name: string): Promise<boolean> {
  const [, pid] = new RegExp(`^${VERIFYING_PREFIX}(\\d+)-`).exec(name) ?? []
  if (pid === undefined) return name.startsWith(VERIFYING_PREFIX)
  const { mtimeMs } = (await nullIfMissing(stat(join(scratch, name)))) ?? { mtimeMs: 0 }
  return !isRunning(Number(pid)) || Date.now() - mtimeMs > ABANDONED_MILLISECONDS
}

function refuse(wrong: string[]): void {
  if (wrong.length === 0) return
  const more = wrong.length > SHOWN ? [`And ${wrong.length - SHOWN} more.`] : []
  throw new BootError(['The backup is not complete:', ...wrong.slice(0, SHOWN), ...more])
}

/** Restores a base and the log after it into a temporary folder. Throws a BootError that lists the problems. */
export async function verify(
  repository: Repository,
  base: Manifest,
  { scratch, settings = {} }: { scratch: string; settings?: Record<string, string> },
): Promise<Verified> {
  await mkdir(scratch, { recursive: true })
  for (const name of await readdir(scratch))
    if (await isAbandoned(scratch, name)) await rm(join(scratch, name), { recursive: true, force: true })
  const folder = await mkdtemp(join(scratch, `${VERIFYING_PREFIX}${process.pid}-`))
  try {
    const broken: string[] = []
    await unpackBase(repository, base, { folder, note: (line) => broken.push(line) })
    refuse(broken)
    const wrongCounts = await findWrongCounts(folder, base, settings)
    if (base.counted.isExact) refuse(wrongCounts)
    const restored = await inDatabase(folder, undefined, settings, async (client, adminUrl) => ({
      named: await namedPictures(client),
      endsAt: (await newestWrite(adminUrl)) ?? new Date(base.counted.at),
    }))
    const { files, wrong } = await findWrongFiles(repository, base, restored)
    refuse(wrong)
    const counts = Object.values(base.counted.tables)
    const rows = counts.reduce((sum, count) => sum + count, 0)
    return { rows, tables: counts.length, files, pictures: restored.named.size, endsAt: restored.endsAt }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

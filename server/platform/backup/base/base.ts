import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ListingStorage } from '#server/platform/storage/storage.ts'
import { nullIfMissing } from '#server/platform/errors/null-if-missing.ts'
import { BootError } from '#server/platform/process/boot-error.ts'
import { VERSION } from '#server/platform/process/version.ts'
import { selectRow, withAdmin } from './admin-connection.ts'
import { openBaseStream } from './base-stream.ts'
import { takeUntilDamaged } from '#server/platform/backup/repository/damaged.ts'
import type { Repository } from '#server/platform/backup/repository/repository.ts'
import { countExactly } from './exact-counts.ts'
import { copyFiles, lineOf, readIndex, type StoredCopy } from '#server/platform/backup/files/file-index.ts'
import { isStored } from '#server/platform/backup/log/branches.ts'
import { logFile, nextSegment, segmentBefore, serverName } from '#server/platform/backup/log/log-segments.ts'
import {
  DATABASE_FILE,
  findBase,
  folderOf,
  INDEX_FILE,
  KEY_FILE,
  type Manifest,
  removeFolder,
  stampOf,
  writeManifest,
} from './manifest.ts'
import { copiesSince } from '#server/platform/backup/files/shipped-notes.ts'

/** A site with the built-in database, the subject of a backup. */
export interface Site {
  dataDir: string
  /** The superuser's address of any of the server's databases. */
  adminUrl: string
  /** Storage of the pictures. */
  storage: ListingStorage
}

export const marketUrl = (adminUrl: string): string => {
  const url = new URL(adminUrl)
  url.pathname = '/sankofa'
  return url.href
}

const readFacts = (adminUrl: string) =>
  withAdmin(marketUrl(adminUrl), (client) =>
    selectRow<Pick<Manifest, 'system' | 'postgres' | 'migration'>>(
      client,
      `select (select system_identifier::text from pg_control_system()) as system,
         split_part(current_setting('server_version'), ' ', 1) as postgres,
         (select max(name) from schema_migrations) as migration`,
    ),
  )

/** True once the tables exist: another process may be about to create them. */
export const isPrepared = (adminUrl: string): Promise<boolean> =>
  withAdmin(marketUrl(adminUrl), async (client) => {
    const statement = `select to_regclass('schema_migrations') is not null as found`
    return (await selectRow<{ found: boolean }>(client, statement)).found
  })

/** Refuses to mix or replace the backup of another database. */
export function refuseOtherDatabase(
  base: Manifest | undefined,
  system: string | undefined,
  setting = 'BACKUP_DIR',
): void {
  if (base && base.system !== system)
    throw new BootError(
      `${setting}: it contains the backup of another database. Restore that one with npm run restore, or set another folder.`,
    )
}

/** Ends the file of the log that is being written, so that it can be copied. */
const endSegment = (adminUrl: string) =>
  withAdmin(adminUrl, async (client) => void (await client.query('select pg_switch_wal()')))

/**
 * Copies the log from the end of the base to the moment when the rows were counted, so that a base can be restored by
 * itself.
 */
async function copyLog(
  { repository, dataDir, system }: { repository: Repository; dataDir: string; system: string },
  first: string,
  last: string,
): Promise<void> {
  for (let name = first; name <= last; name = nextSegment(name)) {
    const file = join(dataDir, 'postgres', 'pg_wal', serverName(name))
    const stored = logFile(system, name)
    // The server may have deleted files that were shipped.
    const isThere = await nullIfMissing(isStored(repository, stored, () => createReadStream(file)))
    if (isThere === false) await repository.put(stored, createReadStream(file))
  }
}

async function* counted(copies: AsyncIterable<StoredCopy>, files: Manifest['files']) {
  for await (const copy of copies) {
    files.count += 1
    files.bytes += copy.bytes
    yield Buffer.from(lineOf(copy))
  }
}

const nothing = async function* (): AsyncGenerator<StoredCopy> {}

/**
 * Copies the database, then the pictures, so that every row has its picture, then the key; the manifest comes last. A
 * failed base is deleted, because the next one needs its space.
 */
export async function makeBase(site: Site, repository: Repository): Promise<Manifest> {
  const startedAt = new Date()
  try {
    return await copyAll(site, repository, startedAt)
  } catch (error) {
    await removeFolder(repository, stampOf(startedAt)).catch(() => undefined)
    throw error
  }
}

async function copyAll(
  { dataDir, adminUrl, storage }: Site,
  repository: Repository,
  startedAt: Date,
): Promise<Manifest> {
  const folder = folderOf(stampOf(startedAt))
  const former = await findBase(repository)
  const facts = await readFacts(adminUrl)
  refuseOtherDatabase(former, facts.system)
  const { tar, positions } = await openBaseStream(adminUrl)
  const database = await repository.put(`${folder}/${DATABASE_FILE}`, tar)
  const { start, end } = positions()
  const { lsn, ...moment } = await countExactly(marketUrl(adminUrl))
  await endSegment(adminUrl)
  const last = segmentBefore({ lsn, timeline: end.timeline })
  await copyLog({ repository, dataDir, system: facts.system }, segmentBefore(end), last)
  const files = { count: 0, bytes: 0 }
  // Files that the former index cannot name, because it is damaged, are copied again.
  const earlier = former ? takeUntilDamaged(readIndex(repository, former.stamp)) : nothing()
  const since = former ? await copiesSince(repository, new Date(former.startedAt)) : new Map<string, never>()
  const copies = copyFiles({ storage, repository, earlier, since })
  const index = await repository.put(`${folder}/${INDEX_FILE}`, counted(copies, files))
  const secret = await nullIfMissing(readFile(join(dataDir, KEY_FILE)))
  const key = secret && (await repository.put(`${folder}/${KEY_FILE}`, secret))
  const manifest: Manifest = {
    format: 1,
    stamp: stampOf(startedAt),
    startedAt: startedAt.toISOString(),
    endedAt: new Date().toISOString(),
    version: VERSION,
    ...facts,
    start,
    end,
    counted: moment,
    database,
    key,
    index,
    files,
  }
  await writeManifest(repository, manifest)
  return manifest
}

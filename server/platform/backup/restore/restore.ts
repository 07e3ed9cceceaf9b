import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { LOCK_FILE, lockDataDir } from '#server/platform/db/embedded/data-dir-lock.ts'
import { stopOrphan } from '#server/platform/db/embedded/postmaster.ts'
import { contentTypeOf } from '#server/platform/storage/content-types.ts'
import { requireStorageKey, type Storage } from '#server/platform/storage/storage.ts'
import { BootError } from '#server/platform/process/boot-error.ts'
import { Damaged, damaged, noteIfDamaged } from '#server/platform/backup/repository/damaged.ts'
import type { Repository } from '#server/platform/backup/repository/repository.ts'
import { copyName, type StoredCopy } from '#server/platform/backup/files/file-index.ts'
import { filesAt } from '#server/platform/backup/files/files-at.ts'
import { hashed } from '#server/platform/backup/repository/hashed.ts'
import { processInBatches } from '#server/platform/backup/repository/in-batches.ts'
import {
  findBases,
  findNext,
  KEY_FILE,
  listBases,
  type Manifest,
  timeOf,
} from '#server/platform/backup/base/manifest.ts'
import { readKey } from '#server/platform/backup/base/key-copies.ts'
import { newestTimeline, shipHistories } from '#server/platform/backup/log/branches.ts'
import { putInPosition, undoInterruptedMove, tryMoves } from './moves.ts'
import { newestWrite, recover } from './recover.ts'
import { unpackBase } from './unpack-base.ts'

const FILES_AT_ONCE = 16
const RESTORING_PREFIX = 'restoring-'

const MISSING_KEY_ADVICE =
  'Without the key everybody has to log in again, and sealed data such as two-factor secrets cannot be read. If you have a copy of secret.key, put it into DATA_DIR before the start.'

export interface Restored {
  base: Manifest
  /** Time of the newest restored write. */
  endsAt: Date
  files: number
  /** Folder with the former content of DATA_DIR. */
  former: string | undefined
  /** Damaged files of the backup, a line each. */
  damaged: string[]
}

interface RestoreOptions {
  dataDir: string
  /** Storage of the pictures; they are in DATA_DIR if undefined. */
  bucket?: Storage
  /** Moment to restore; the newest state if undefined. */
  to?: Date
  /** All copies of the backup that the restored site may continue to write to. Default: the one restored from. */
  branches?: Repository[]
  report?: (text: string) => void
  settings?: Record<string, string>
}

async function restoreFile(repository: Repository, copy: StoredCopy, folder: string): Promise<void> {
  requireStorageKey(copy.key)
  const name = copyName(copy.key)
  const file = join(folder, copy.key)
  const { chunks, result } = hashed(repository.read(name))
  await mkdir(dirname(file), { recursive: true })
  try {
    await pipeline(chunks, createWriteStream(file))
    if (result().sha256 !== copy.sha256) throw damaged(name)
  } catch (error) {
    await rm(file, { force: true })
    throw error
  }
}

/** Existing files are kept, because a key never names two pictures. */
async function restoreToBucket(
  repository: Repository,
  { key, sha256 }: StoredCopy,
  bucket: Storage,
): Promise<void> {
  const found = await bucket.read(key)
  if (found) return found.stream.cancel()
  const name = copyName(key)
  const bytes = await buffer(Readable.from(repository.read(name)))
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw damaged(name)
  await bucket.put(key, bytes, contentTypeOf(key))
}

/**
 * Restores files, and skips damaged ones. Files are synced together at the end, because syncing each would take most
 * of the time.
 */
async function restoreFiles(
  repository: Repository,
  copies: AsyncIterable<StoredCopy>,
  { folder, bucket, note }: Pick<Attempt, 'folder' | 'bucket' | 'note'>,
): Promise<number> {
  let damagedFiles = 0
  const one = (copy: StoredCopy) =>
    bucket ? restoreToBucket(repository, copy, bucket) : restoreFile(repository, copy, folder)
  if (!bucket) await mkdir(folder)
  const files = await processInBatches(copies, FILES_AT_ONCE, async (copy) => {
    await noteIfDamaged(one(copy), (line) => {
      damagedFiles += 1
      note(line)
    })
  })
  if (!bucket) await promisify(execFile)('sync', ['-f', folder]).catch(() => undefined)
  return files - damagedFiles
}

async function restoreDatabase(repository: Repository, base: Manifest, attempt: Attempt) {
  const { folder, to, settings, branches, report, note } = attempt
  const newest = await newestTimeline(branches, base.system)
  const until = to && (await findNext(repository, to))
  await unpackBase(repository, base, { folder, until, newestTimeline: newest, note })
  const postgres = await recover(folder, to && { time: to }, settings)
  try {
    const endsAt = (await newestWrite(postgres.adminUrl)) ?? new Date(base.counted.at)
    // The next restore, from any copy, must not use the same timeline.
    const histories = join(folder, 'postgres', 'pg_wal')
    await shipHistories(branches, { system: base.system, folder: histories, newest }, report)
    return endsAt
  } finally {
    await postgres.stop()
  }
}

/** A restore run by root hands its files to the owner of the folder, who runs the site. */
async function giveToOwner(dataDir: string, names: string[]): Promise<void> {
  const { uid, gid } = await stat(dataDir)
  if (process.getuid?.() !== 0 || uid === 0) return
  const paths = names.map((name) => join(dataDir, name))
  await promisify(execFile)('chown', ['-R', '-h', `${uid}:${gid}`, ...paths])
}

/** `isEmpty` means that there is no whole base at all under this key. */
export class NoBase extends BootError {
  readonly isEmpty: boolean

  constructor(line: string, isEmpty: boolean) {
    super(line)
    this.isEmpty = isEmpty
  }
}

async function explainNoBase(repository: Repository, to: Date | undefined): Promise<NoBase> {
  const oldest = to && (await listBases(repository)).find(({ isWhole }) => isWhole)
  return new NoBase(
    oldest
      ? `There is no backup from before ${to.toISOString()}; the oldest begins at ${timeOf(oldest.stamp).toISOString()}.`
      : 'There is no complete backup yet.',
    oldest === undefined,
  )
}

interface Attempt extends Pick<RestoreOptions, 'bucket' | 'to' | 'settings'> {
  folder: string
  branches: Repository[]
  report: (text: string) => void
  /** Receives a line for each damaged file that is skipped. */
  note: (line: string) => void
}

/** Restores a base and the log since then into a folder of its own. */
async function restoreFrom(
  repository: Repository,
  base: Manifest,
  attempt: Attempt,
): Promise<Omit<Restored, 'former' | 'damaged'>> {
  const { folder, bucket, report, note } = attempt
  report(`Restoring the database of ${base.startedAt} and what was written since`)
  const endsAt = await restoreDatabase(repository, base, attempt)
  report('Restoring pictures')
  const copies = filesAt(repository, base, { newest: endsAt, note })
  const files = await restoreFiles(repository, copies, { folder: join(folder, 'photos'), bucket, note })
  const key = await noteIfDamaged(readKey(repository, base, endsAt), (line) =>
    note(`${line} ${MISSING_KEY_ADVICE}`),
  )
  if (key) await writeFile(join(folder, KEY_FILE), key, { mode: 0o600 })
  return { base, endsAt, files }
}

/** Restores the newest base, or an earlier one if it is damaged; the log brings either to the same moment. */
async function restoreNewest(
  repository: Repository,
  dataDir: string,
  options: Omit<Attempt, 'folder' | 'note'>,
): Promise<Omit<Restored, 'former'> & { folder: string }> {
  const unusable: string[] = []
  for await (const base of findBases(repository, { by: options.to, note: (line) => unusable.push(line) })) {
    const losses: string[] = []
    const folder = await mkdtemp(join(dataDir, RESTORING_PREFIX))
    try {
      const note = (line: string) => void losses.push(line)
      const restored = await restoreFrom(repository, base, { ...options, folder, note })
      return { ...restored, folder, damaged: [...unusable, ...losses] }
    } catch (error) {
      await rm(folder, { recursive: true, force: true })
      // A recovery fails if a part of the log is missing that the base needs.
      if (!(error instanceof Damaged) && !(error instanceof BootError && losses.length > 0)) throw error
      options.report(`The base of ${base.startedAt} cannot be used: ${error.message}`)
      unusable.push(error.message, ...losses)
    }
  }
  if (unusable.length > 0) throw new BootError(['No base of the backup can be used:', ...unusable])
  throw await explainNoBase(repository, options.to)
}

/** Explains errors of a full disk, which the pictures or the log may cause. */
function explainFull(error: unknown, dataDir: string): unknown {
  const isFull = ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')
  return isFull ? new BootError(`There is not enough space in ${dataDir} to restore the backup.`) : error
}

async function removeInterrupted(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir))
    if (name.startsWith(RESTORING_PREFIX)) await rm(join(dataDir, name), { recursive: true, force: true })
}

/**
 * Restores the site's folder. Everything is prepared in a folder of its own, and the former content is moved aside at
 * the end, so an earlier failure changes nothing. Damaged parts of the backup are skipped and listed. Throws a
 * BootError while the site runs.
 */
export async function restore(repository: Repository, options: RestoreOptions): Promise<Restored> {
  const { dataDir, branches = [repository], report = () => {}, bucket, to, settings } = options
  await mkdir(dataDir, { recursive: true })
  const unlock = lockDataDir(dataDir)
  try {
    // No process holds the lock, so a database that still runs here was left by a process that was killed.
    if (await stopOrphan(join(dataDir, 'postgres')))
      report('Stopped the database that an earlier run left behind')
    if (await undoInterruptedMove(dataDir)) report('Put back what an interrupted restore had moved')
    await tryMoves(dataDir)
    await removeInterrupted(dataDir)
    const { folder, ...restored } = await restoreNewest(repository, dataDir, {
      bucket,
      to,
      settings,
      branches,
      report,
    }).catch((error: unknown) => {
      throw explainFull(error, dataDir)
    })
    await giveToOwner(dataDir, [basename(folder), LOCK_FILE])
    const former = await putInPosition(dataDir, folder)
    if (former) await giveToOwner(dataDir, [basename(former)])
    await rm(folder, { recursive: true, force: true })
    return { ...restored, former }
  } finally {
    unlock()
  }
}

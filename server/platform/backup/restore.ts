import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { lockDataDir } from '#server/platform/db/data-dir-lock.ts'
import { stopOrphan } from '#server/platform/db/postmaster.ts'
import { contentTypeOf } from '#server/platform/storage/content-types.ts'
import { requireStorageKey, type Storage } from '#server/platform/storage/storage.ts'
import { BootError } from '#server/platform/process/boot-error.ts'
import { damaged } from './damaged.ts'
import type { Depot } from './depot.ts'
import { copyName, type StoredCopy } from './file-index.ts'
import { filesAt } from './files-at.ts'
import { hashed } from './hashed.ts'
import { workThrough } from './in-batches.ts'
import { findBase, findNext, KEY_FILE, listBases, type Manifest, stampOf, timeOf } from './manifest.ts'
import { readKey } from './key-copies.ts'
import { isHistory, logFile } from './log-segments.ts'
import { newestWrite, recover } from './recover.ts'
import { unpackBase } from './unpack-base.ts'

const FILES_AT_ONCE = 16
const ON_ITS_WAY = 'restoring-'
/** What DATA_DIR held before goes in here. */
const FORMER = 'before-restore-'

export interface Restored {
  base: Manifest
  /** Of the newest thing that was written and is back. */
  endsAt: Date
  files: number
  /** Where the former content of DATA_DIR is now. */
  former: string | undefined
}

interface RestoreOptions {
  dataDir: string
  /** Where the pictures are, unless in DATA_DIR. */
  bucket?: Storage
  /** The newest state where there is none. */
  to?: Date
  report?: (text: string) => void
  settings?: Record<string, string>
}

async function restoreFile(depot: Depot, copy: StoredCopy, folder: string): Promise<void> {
  requireStorageKey(copy.key)
  const name = copyName(copy.key)
  const file = join(folder, copy.key)
  const { chunks, result } = hashed(depot.read(name))
  await mkdir(dirname(file), { recursive: true })
  await pipeline(chunks, createWriteStream(file))
  if (result().sha256 !== copy.sha256) throw damaged(name)
}

/** What is there already is never another picture. */
async function restoreToBucket(depot: Depot, { key, sha256 }: StoredCopy, bucket: Storage): Promise<void> {
  const found = await bucket.read(key)
  if (found) return found.stream.cancel()
  const name = copyName(key)
  const bytes = await buffer(Readable.from(depot.read(name)))
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw damaged(name)
  await bucket.put(key, bytes, contentTypeOf(key))
}

/** Onto the disk all at once: one by one would take most of the time. */
async function restoreFiles(
  depot: Depot,
  copies: AsyncIterable<StoredCopy>,
  { folder, bucket }: { folder: string; bucket: Storage | undefined },
): Promise<number> {
  if (bucket) return workThrough(copies, FILES_AT_ONCE, (copy) => restoreToBucket(depot, copy, bucket))
  await mkdir(folder)
  const files = await workThrough(copies, FILES_AT_ONCE, (copy) => restoreFile(depot, copy, folder))
  await promisify(execFile)('sync', ['-f', folder]).catch(() => undefined)
  return files
}

/** The next restore from this backup must not take the same timeline. */
async function shipHistories(depot: Depot, system: string, folder: string): Promise<void> {
  for (const name of (await readdir(folder)).filter(isHistory))
    await depot.put(logFile(system, name), createReadStream(join(folder, name)))
}

async function restoreDatabase(depot: Depot, base: Manifest, folder: string, options: RestoreOptions) {
  const { to, settings } = options
  await unpackBase(depot, base, { folder, until: to && (await findNext(depot, to)) })
  const postgres = await recover(folder, to && { time: to }, settings)
  try {
    const endsAt = (await newestWrite(postgres.adminUrl)) ?? new Date(base.counted.at)
    await shipHistories(depot, base.system, join(folder, 'postgres', 'pg_wal'))
    return endsAt
  } finally {
    await postgres.stop()
  }
}

/** What was there goes into a folder beside, never away. */
async function moveAside(dataDir: string): Promise<string | undefined> {
  const isOwn = (name: string) =>
    name.startsWith('in-use.lock') || name.startsWith(ON_ITS_WAY) || name.startsWith(FORMER)
  const names = (await readdir(dataDir)).filter((name) => !isOwn(name))
  if (names.length === 0) return undefined
  const former = join(dataDir, FORMER + stampOf(new Date()))
  await mkdir(former)
  for (const name of names) await rename(join(dataDir, name), join(former, name))
  return former
}

/** `isEmpty`: nothing at all was found under this key. */
export class NoBase extends BootError {
  readonly isEmpty: boolean

  constructor(line: string, isEmpty: boolean) {
    super(line)
    this.isEmpty = isEmpty
  }
}

async function chooseBase(depot: Depot, to: Date | undefined): Promise<Manifest> {
  const base = await findBase(depot, to)
  if (base) return base
  const oldest = to && (await listBases(depot)).find(({ isWhole }) => isWhole)
  throw new NoBase(
    oldest
      ? `There is no backup from before ${to.toISOString()}; the oldest begins at ${timeOf(oldest.stamp).toISOString()}.`
      : 'There is no whole backup yet.',
    oldest === undefined,
  )
}

/**
 * The site's folder as it was. Everything is made ready beside what is there, which is moved aside at the end; what
 * fails before changes nothing. Throws a BootError while the site runs.
 */
export async function restore(depot: Depot, options: RestoreOptions): Promise<Restored> {
  const { dataDir, to, report = () => {} } = options
  await mkdir(dataDir, { recursive: true })
  const unlock = lockDataDir(dataDir)
  let folder: string | undefined
  try {
    // Nothing holds the folder: what still runs there was left by a process that was killed.
    if (await stopOrphan(join(dataDir, 'postgres')))
      report('Stopped the database that an earlier run left behind')
    const base = await chooseBase(depot, to)
    for (const name of await readdir(dataDir))
      if (name.startsWith(ON_ITS_WAY)) await rm(join(dataDir, name), { recursive: true, force: true })
    folder = await mkdtemp(join(dataDir, ON_ITS_WAY))
    report(`Restoring the database of ${base.startedAt} and what was written since`)
    const endsAt = await restoreDatabase(depot, base, folder, options)
    report('Restoring pictures')
    const files = await restoreFiles(depot, filesAt(depot, base, endsAt), {
      folder: join(folder, 'photos'),
      bucket: options.bucket,
    })
    const key = await readKey(depot, base, endsAt)
    if (key) await writeFile(join(folder, KEY_FILE), key, { mode: 0o600 })
    const former = await moveAside(dataDir)
    for (const name of ['postgres', 'photos', KEY_FILE])
      await rename(join(folder, name), join(dataDir, name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
      })
    return { base, endsAt, files, former }
  } finally {
    if (folder) await rm(folder, { recursive: true, force: true })
    unlock()
  }
}

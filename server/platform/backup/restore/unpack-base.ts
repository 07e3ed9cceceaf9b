import { once } from 'node:events'
import { chown, mkdir, open, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { BootError } from '#server/platform/process/boot-error.ts'
import { type Account, postgresAccount } from '#server/platform/db/embedded/postgres-account.ts'
import { postgresBinaries } from '#server/platform/db/embedded/postgres-binaries.ts'
import { damaged, noteIfDamaged } from '#server/platform/backup/repository/damaged.ts'
import type { Repository } from '#server/platform/backup/repository/repository.ts'
import { processInBatches } from '#server/platform/backup/repository/in-batches.ts'
import {
  historyOf,
  logFile,
  logFolder,
  nameInLog,
  nextSegment,
  spotOf,
  segmentBefore,
  SEGMENT_BYTES,
  serverName,
} from '#server/platform/backup/log/log-segments.ts'
import { DATABASE_FILE, folderOf, type Manifest } from '#server/platform/backup/base/manifest.ts'
import { hashed, type Written } from '#server/platform/backup/repository/hashed.ts'

const SEGMENTS_AT_ONCE = 4
/** Codes of errors when tar ends before its input does; its exit code says whether it failed. */
const TAR_ENDED = ['EPIPE', 'ERR_STREAM_PREMATURE_CLOSE']
const FULL_BYTES = 1024 * 1024
/** Folder beside the unpacked database with the log that the server replays. */
export const LOG_FOLDER = 'log'

async function ownFolder(path: string, { ids }: Account, mode: number): Promise<void> {
  await mkdir(path, { mode })
  if (ids) await chown(path, ids.uid, ids.gid)
}

async function isFull(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize < FULL_BYTES
}

/** Throws a `Damaged` unless the file has the content that was stored. */
async function requireWhole(repository: Repository, name: string, { sha256 }: Written): Promise<void> {
  const { chunks, result } = hashed(repository.read(name))
  await pipeline(Readable.from(chunks), new Writable({ write: (_chunk, _encoding, done) => done() }))
  if (result().sha256 !== sha256) throw damaged(name)
}

/** Unpacks with the server's account, so that it owns all files. */
async function unpack(
  repository: Repository,
  { stamp, database }: Manifest,
  cluster: string,
  account: Account,
) {
  const name = `${folderOf(stamp)}/${DATABASE_FILE}`
  const tar = account.run('tar', ['-x', '-f', '-', '-C', cluster], { stdio: ['pipe', 'ignore', 'pipe'] })
  const ended = once(tar, 'close').catch((error: NodeJS.ErrnoException) => {
    throw new BootError(`The program tar is needed to restore (${error.code ?? error.message}).`)
  })
  ended.catch(() => undefined)
  let errors = ''
  tar.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  if (!tar.stdin) throw new Error('tar has no input')
  const { chunks, result } = hashed(repository.read(name))
  await pipeline(Readable.from(chunks), tar.stdin).catch(async (error: NodeJS.ErrnoException) => {
    if (!TAR_ENDED.includes(error.code ?? '')) throw error
  })
  const [code] = (await ended) as [number]
  // The messages of tar depend on the language, so the disk is checked instead.
  if (code !== 0 && (await isFull(cluster)))
    throw new BootError(
      `There is not enough space in ${cluster} for the database of ${database.bytes} bytes.`,
    )
  // A damaged archive may make tar fail before its checksum is reached.
  if (code !== 0) await requireWhole(repository, name, database)
  if (code !== 0) throw new BootError(`The database could not be unpacked in ${cluster}: ${errors.trim()}`)
  if (result().sha256 !== database.sha256) throw damaged(name)
}

/** Zeros are skipped, because a file that was ended early is mostly empty and need not take space. */
async function unpackSegment(repository: Repository, file: string, target: string): Promise<void> {
  const handle = await open(target, 'wx', 0o644)
  try {
    let at = 0
    for await (const chunk of repository.read(file)) {
      if (chunk.some((byte) => byte !== 0)) await handle.write(chunk, 0, chunk.byteLength, at)
      at += chunk.byteLength
    }
    if (at !== SEGMENT_BYTES) throw damaged(file)
    await handle.truncate(at)
  } finally {
    await handle.close()
  }
}

/** Names of the log's files after the base, up to the first that is missing. */
export async function followingSegments(
  repository: Repository,
  { system, end }: Manifest,
): Promise<string[]> {
  const present = new Set<string>()
  for await (const file of repository.list(logFolder(system))) present.add(nameInLog(file))
  const names: string[] = []
  for (let name = segmentBefore(end); present.has(name); name = nextSegment(name)) names.push(name)
  return names
}

/**
 * The server chooses the first timeline after the base's own that has no history, so each used timeline gets a file.
 * The server only reads the history of the base, and can do without it.
 */
async function unpackHistories(
  repository: Repository,
  { system, end }: Manifest,
  { folder, newest, note }: { folder: string; newest: number; note: (line: string) => void },
): Promise<void> {
  const own = logFile(system, historyOf(end.timeline))
  for (let timeline = 2; timeline <= Math.max(newest, end.timeline); timeline += 1) {
    const isOwn = timeline === end.timeline && (await repository.has(own))
    const content = isOwn ? await noteIfDamaged(text(Readable.from(repository.read(own))), note) : ''
    await writeFile(join(folder, serverName(historyOf(timeline))), content ?? '')
  }
}

/** Unpacks the log up to the first damaged file, because later ones cannot be used without it. */
async function unpackLog(
  repository: Repository,
  { system, names, folder }: { system: string; names: string[]; folder: string },
  note: (line: string) => void,
): Promise<void> {
  const target = (name: string) => join(folder, serverName(name))
  const broken = new Set<string>()
  await processInBatches(Readable.from(names), SEGMENTS_AT_ONCE, async (name: string) => {
    const work = unpackSegment(repository, logFile(system, name), target(name))
    await noteIfDamaged(work, (line) => {
      note(line)
      broken.add(name)
    })
  })
  const end = names.findIndex((name) => broken.has(name))
  if (end === -1) return
  for (const name of names.slice(end)) await rm(target(name), { force: true })
}

interface Unpacking {
  folder: string
  until?: Manifest
  /** The highest timeline in use. Default: the base's own. */
  newestTimeline?: number
  /** Receives a line for each damaged file of the log. */
  note: (line: string) => void
}

/**
 * Unpacks a base and the log after it into `folder`/postgres and `folder`/log, up to the start of the base `until` or
 * the first damaged file. Nothing is started.
 */
export async function unpackBase(
  repository: Repository,
  manifest: Manifest,
  { folder, until, newestTimeline = manifest.end.timeline, note }: Unpacking,
): Promise<void> {
  const cluster = join(folder, 'postgres')
  const account = postgresAccount(cluster, postgresBinaries(), folder)
  if (account.ids) await chown(folder, account.ids.uid, account.ids.gid)
  await ownFolder(cluster, account, 0o700)
  const log = join(folder, LOG_FOLDER)
  await ownFolder(log, account, 0o755)
  await unpack(repository, manifest, cluster, account)
  await unpackHistories(repository, manifest, { folder: log, newest: newestTimeline, note })
  const last =
    until && until.end.timeline === manifest.end.timeline ? spotOf(segmentBefore(until.end)) : undefined
  const names = await followingSegments(repository, manifest)
  const needed = names.filter((name) => last === undefined || spotOf(name) <= last)
  await unpackLog(repository, { system: manifest.system, names: needed, folder: log }, note)
  const signal = join(cluster, 'recovery.signal')
  await writeFile(signal, '')
  if (account.ids) await chown(signal, account.ids.uid, account.ids.gid)
}

import { mkdir } from 'node:fs/promises'
import { pipeline, Readable } from 'node:stream'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { BackupTarget } from '#server/config/backup-config.ts'
import { StorageError, type StorageFailure } from '#server/platform/errors/storage-error.ts'
import type { Content, ListingStorage } from '#server/platform/storage/storage.ts'
import { openDiskStorage } from '#server/platform/storage/disk-storage.ts'
import { openS3Storage } from '#server/platform/storage/s3-storage.ts'
import { BootError } from '#server/platform/process/boot-error.ts'
import { Damaged, damaged } from './damaged.ts'
import { hashed, type Written } from './hashed.ts'
import { fingerprintOf, seal, unseal } from './sealing.ts'

/** Store of backups. Files whose name ends with .zst are compressed; all files are encrypted if there is a key. */
export interface Repository {
  /** The folder or bucket, for messages to operators. */
  location: string
  /** Stores a file completely or not at all; replaces an earlier file of that name. */
  put(name: string, content: Content): Promise<Written>
  /** Throws a `Damaged` if the file is missing or damaged. */
  read(name: string): AsyncIterable<Uint8Array>
  has(name: string): Promise<boolean>
  /** Sorted names below a folder; '' lists all. */
  list(folder: string): AsyncIterable<string>
  remove(name: string): Promise<void>
  /**
   * Copies the stored bytes from another repository with the same key; does nothing if the file was deleted there.
   */
  copy(name: string, from: Repository): Promise<void>
  /** True if the storage also contains files encrypted with another key, or with none. */
  hasFilesOfOtherKeys(): Promise<boolean>
  /** The stored bytes of a file; null if it does not exist. */
  stored(name: string): Promise<AsyncIterable<Uint8Array> | null>
}

const COMPRESSED = '.zst'
const PLAIN_ROOT = 'plain'
const SEALED_ROOT = 'sealed-'

const asChunks = async function* (content: Content): AsyncGenerator<Uint8Array> {
  if (content instanceof Uint8Array) yield content
  else yield* content
}

/** If storing failed before the content was read, its file or connection is still open. */
async function discard(content: Content): Promise<void> {
  if (content instanceof Readable) content.destroy()
  else if (content instanceof ReadableStream && !content.locked) await content.cancel()
}

/** Pipes content through a stream of Node, which passes on failures. */
const through = (
  content: AsyncIterable<Uint8Array>,
  stream: NodeJS.ReadWriteStream,
): AsyncIterable<Uint8Array> => {
  pipeline(Readable.from(content, { objectMode: false }), stream, () => undefined)
  return stream as unknown as AsyncIterable<Uint8Array>
}

const compress = (content: AsyncIterable<Uint8Array>) =>
  through(
    content,
    createZstdCompress({
      params: { [constants.ZSTD_c_checksumFlag]: 1, [constants.ZSTD_c_compressionLevel]: 1 },
    }),
  )

async function* decompress(content: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  try {
    yield* through(content, createZstdDecompress())
  } catch (error) {
    throw error instanceof BootError ? error : damaged(name)
  }
}

/**
 * Each key has a root folder of its own, as have unencrypted files, so that files written with another key are never
 * read.
 */
const rootOf = (key: Uint8Array | undefined) => (key ? `${SEALED_ROOT}${fingerprintOf(key)}` : PLAIN_ROOT)

function openRepository(storage: ListingStorage, location: string, key: Uint8Array | undefined): Repository {
  const root = rootOf(key)
  const keyOf = (name: string) => (name === '' ? root : `${root}/${name}`)
  const BYTES = 'application/octet-stream'
  async function stored(name: string): Promise<AsyncIterable<Uint8Array> | null> {
    const found = await storage.read(keyOf(name))
    return found && (found.stream as AsyncIterable<Uint8Array>)
  }
  return {
    location,
    async put(name, content) {
      const { chunks, result } = hashed(asChunks(content))
      const packed = name.endsWith(COMPRESSED) ? compress(chunks) : chunks
      try {
        await storage.put(keyOf(name), key ? seal(packed, key, name) : packed, BYTES)
      } finally {
        await discard(content)
      }
      return result()
    },
    async *read(name) {
      const found = await stored(name)
      if (!found) throw new Damaged(`${name} is missing in the backup.`)
      const packed = key ? unseal(found, key, name) : found
      yield* name.endsWith(COMPRESSED) ? decompress(packed, name) : packed
    },
    async has(name) {
      const found = await storage.read(keyOf(name))
      await found?.stream.cancel()
      return found !== null
    },
    async *list(folder) {
      for await (const found of storage.list(keyOf(folder))) yield found.slice(root.length + 1)
    },
    remove: (name) => storage.remove(keyOf(name)),
    async hasFilesOfOtherKeys() {
      for await (const found of storage.list('')) if (!found.startsWith(`${root}/`)) return true
      return false
    },
    stored,
    async copy(name, from) {
      const content = await from.stored(name)
      if (content) await storage.put(keyOf(name), content, BYTES)
    },
  }
}

const WHY: Partial<Record<StorageFailure, string>> = {
  full: 'has no room left',
  unwritable: 'cannot be written',
  unreachable: 'does not answer',
}

/**
 * Turns failures of the backup's own disk or bucket into BootErrors; failures of the copied content stay as they are.
 */
function explained(storage: ListingStorage, { setting, folder }: BackupTarget): ListingStorage {
  function explain(error: unknown): unknown {
    const why = error instanceof StorageError ? WHY[error.reason] : undefined
    return why ? new BootError(`${setting}: ${folder} ${why} (${String(error)}).`, { cause: error }) : error
  }
  const orExplain = async <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw explain(error)
    })
  return {
    async put(key, content, contentType) {
      let failure: unknown
      async function* chunks(of: Exclude<Content, Uint8Array>) {
        try {
          yield* of
        } catch (error) {
          failure = error
          throw error
        }
      }
      try {
        await storage.put(key, content instanceof Uint8Array ? content : chunks(content), contentType)
      } catch (error) {
        throw failure !== undefined && isCausedBy(error, failure) ? failure : explain(error)
      }
    },
    read: (key) => orExplain(storage.read(key)),
    remove: (key) => orExplain(storage.remove(key)),
    async *list(within) {
      try {
        yield* storage.list(within)
      } catch (error) {
        throw explain(error)
      }
    },
  }
}

const isCausedBy = (error: unknown, cause: unknown): boolean =>
  error === cause || (error instanceof Error && error.cause === cause)

async function openFolder(folder: string): Promise<ListingStorage> {
  // Other users of the machine must not read the folder, which may be unencrypted.
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  return openDiskStorage(folder)
}

/** Creates the folder if its parent exists. */
async function openBackupStorage(target: BackupTarget, at?: Date): Promise<ListingStorage> {
  const { setting, folder, bucket } = target
  if (folder === undefined)
    throw new BootError(
      `${setting}: it is not set. Set it to a folder on another disk, such as /mnt/backup/sankofa.`,
    )
  try {
    const storage = await (bucket ? openS3Storage(bucket, { at }) : openFolder(folder))
    return explained(storage, target)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const advice = bucket
      ? 'Check that its key may list, read, write and delete there.'
      : 'Check that its disk is mounted and writable.'
    throw new BootError(`${setting}: ${folder} cannot be used (${code ?? message}). ${advice}`)
  }
}

const asBytes = (key: string | undefined) => (key === undefined ? undefined : Buffer.from(key, 'base64'))

/** `at` reads a bucket with versions as it was at that moment. */
export const openBackups = async (target: BackupTarget, at?: Date): Promise<Repository> =>
  openRepository(await openBackupStorage(target, at), target.folder ?? '', asBytes(target.key))

/** Explains why no backup is found: the key is missing or wrong, or the folder has no backup. */
export async function explainNothing(target: BackupTarget, at?: Date): Promise<BootError> {
  const { setting, folder, key } = target
  const roots = new Set<string>()
  for await (const found of (await openBackupStorage(target, at)).list(''))
    roots.add(found.split('/')[0] ?? '')
  const isSealed = [...roots].some((root) => root.startsWith(SEALED_ROOT))
  if (isSealed && key === undefined)
    return new BootError(`BACKUP_KEY: the backup in ${folder} is encrypted. Set its key.`)
  if (isSealed && !roots.has(rootOf(asBytes(key))))
    return new BootError(`BACKUP_KEY: it is not the key of the backup in ${folder}.`)
  if (key !== undefined && roots.has(PLAIN_ROOT))
    return new BootError(
      `BACKUP_KEY: the backup in ${folder} is not encrypted. Leave the key out to read it.`,
    )
  return new BootError(
    `${setting}: there ${at ? `was no complete backup in ${folder} at ${at.toISOString()}` : `is no complete backup in ${folder} yet`}.`,
  )
}

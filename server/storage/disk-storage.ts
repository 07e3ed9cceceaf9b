import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, unlink, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { type Content, requireStorageKey, type Storage, type StoredFile } from './storage.ts'
import { withStorageErrors } from './storage-failure.ts'

// No key begins with a dot, so nothing here can be read or overwritten through a key.
const INCOMING = '.incoming'
const ABANDONED_AFTER_MS = 60 * 60 * 1000

const CONTENT_TYPES: Record<string, string> = {
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.zip': 'application/zip',
}

/** Files below `root`, one per key. Makes the folder, and fails right away when it cannot be written. */
export async function openDiskStorage(root: string): Promise<Storage> {
  const incoming = path.join(root, INCOMING)
  await withStorageErrors(() => mkdir(incoming, { recursive: true }))
  await removeAbandoned(incoming)

  return {
    async put(key, content) {
      requireStorageKey(key)
      await withStorageErrors(() =>
        replaceFile(path.join(incoming, randomUUID()), path.join(root, key), content),
      )
    },

    async read(key) {
      requireStorageKey(key)
      return readFile(path.join(root, key))
    },

    async remove(key) {
      requireStorageKey(key)
      await withStorageErrors(() => unlessMissing(unlink(path.join(root, key))))
    },
  }
}

/** Survives a crash at any moment: the content is on the disk before the name points to it. */
async function replaceFile(temporary: string, file: string, content: Content): Promise<void> {
  try {
    const handle = await open(temporary, 'wx')
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    const folder = path.dirname(file)
    const firstMade = await mkdir(folder, { recursive: true })
    await rename(temporary, file)
    await syncFolders(folder, firstMade ? path.dirname(firstMade) : folder)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** From `folder` up to `last`: each new folder's name is on the disk only once its parent is. */
async function syncFolders(folder: string, last: string): Promise<void> {
  await syncFolder(folder)
  if (folder !== last) await syncFolders(path.dirname(folder), last)
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder; its file system journals names by itself.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function readFile(file: string): Promise<StoredFile | null> {
  const handle = await unlessMissing(open(file, 'r'))
  if (!handle) return null
  const size = await sizeOf(handle)
  if (size === null) {
    await handle.close()
    return null
  }
  return {
    stream: Readable.toWeb(handle.createReadStream()) as ReadableStream<Uint8Array>,
    size,
    contentType: CONTENT_TYPES[path.extname(file)] ?? 'application/octet-stream',
  }
}

async function sizeOf(handle: FileHandle): Promise<number | null> {
  const found = await handle.stat()
  return found.isFile() ? found.size : null
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    // ENOTDIR: a part of the path is a file, so what lies below it does not exist.
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw error
  }
}

/** What a process killed in the middle of `put` left behind. Young files may belong to another process. */
async function removeAbandoned(incoming: string): Promise<void> {
  const limit = Date.now() - ABANDONED_AFTER_MS
  for (const name of await readdir(incoming)) {
    const file = path.join(incoming, name)
    const found = await unlessMissing(stat(file))
    if (found && found.mtimeMs < limit) await rm(file, { force: true })
  }
}

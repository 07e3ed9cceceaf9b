import { randomUUID } from 'node:crypto'
import {
  access,
  constants,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  rmdir,
  statfs,
  unlink,
  type FileHandle,
} from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { contentTypeOf } from './content-types.ts'
import { cachePictures } from './cached-pictures.ts'
import { openIncoming, removeAbandoned } from './incoming-files.ts'
import { hasFreeSpace } from './room.ts'
import { StorageError } from '#server/platform/errors/storage-error.ts'
import {
  type Content,
  isStorageKey,
  type ListingStorage,
  requireStorageKey,
  type StoredFile,
} from './storage.ts'
import { nullIfMissing } from '#server/platform/errors/null-if-missing.ts'
import { withStorageErrors } from './storage-failure.ts'

// No key begins with a dot, so nothing here can be read or overwritten through a key.
const INCOMING = '.incoming'
const RENAME_ATTEMPTS = 5
/** Codes for a folder that is not empty, was removed already or is not a folder. */
const FOLDER_STAYS = ['ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR']

/**
 * Opens a storage of files below `root`, one per key. Creates the folder, and fails at once if it cannot be written.
 */
export async function openDiskStorage(root: string): Promise<ListingStorage> {
  const incoming = path.join(root, INCOMING)
  await openIncoming(incoming)
  const pictures = cachePictures()

  return {
    async put(key, content) {
      requireStorageKey(key)
      await withStorageErrors(() =>
        replaceFile(path.join(incoming, randomUUID()), path.join(root, key), content),
      )
    },

    async read(key) {
      requireStorageKey(key)
      const file = path.join(root, key)
      return withStorageErrors(async () => (await pictures.read(file)) ?? openFile(file))
    },

    async remove(key) {
      requireStorageKey(key)
      await withStorageErrors(() => removeFile(root, path.join(root, key)))
    },

    list: (folder) => filesBelow(root, folder),

    check: () => withStorageErrors(() => checkFolder(incoming)),

    removeAbandoned: () => removeAbandoned(incoming),
  }
}

async function checkFolder(folder: string): Promise<void> {
  await access(folder, constants.W_OK)
  if (!hasFreeSpace(await statfs(folder))) throw new StorageError('full', `there is no room in ${folder}`)
}

/**
 * Replaces a file safely: the content is on the disk before the name points to it, so a crash leaves no partial file.
 */
async function replaceFile(temporary: string, file: string, content: Content): Promise<void> {
  try {
    const handle = await open(temporary, 'wx')
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await giveName(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

async function giveName(temporary: string, file: string, attempts = RENAME_ATTEMPTS): Promise<void> {
  const folder = path.dirname(file)
  const firstMade = await mkdir(folder, { recursive: true })
  try {
    await rename(temporary, file)
  } catch (error) {
    // Another process has just removed the folder with its last file.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attempts === 1) throw error
    return giveName(temporary, file, attempts - 1)
  }
  await nullIfMissing(syncFolders(folder, firstMade ? path.dirname(firstMade) : folder))
}

/** Removes a file and, if it was the last one, its folder, such as a product's. */
async function removeFile(root: string, file: string): Promise<void> {
  await nullIfMissing(unlink(file))
  const folder = path.dirname(file)
  if (folder === root || path.dirname(folder) === root) return
  try {
    await rmdir(folder)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (!FOLDER_STAYS.includes(code)) throw error
  }
}

/** Syncs from `folder` up to `last`, because a new folder's name is on the disk only once its parent is synced. */
async function syncFolders(folder: string, last: string): Promise<void> {
  await syncFolder(folder)
  if (folder !== last) await syncFolders(path.dirname(folder), last)
}

async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders; its file system journals names itself.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function openFile(file: string): Promise<StoredFile | null> {
  const handle = await nullIfMissing(open(file, 'r'))
  if (!handle) return null
  const size = await sizeOf(handle)
  if (size === null) {
    await handle.close()
    return null
  }
  return {
    stream: Readable.toWeb(handle.createReadStream()) as ReadableStream<Uint8Array>,
    size,
    contentType: contentTypeOf(file),
  }
}

/** Lists keys in sorted order: `a-1` before `a/1` before `a0`. Other files, such as incomplete ones, are left out. */
async function* filesBelow(root: string, folder: string): AsyncGenerator<string> {
  const entries = await withStorageErrors(() =>
    nullIfMissing(readdir(path.join(root, folder), { withFileTypes: true })),
  )
  const names = (entries ?? [])
    .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
    .toSorted()
  for (const name of names) {
    const key = folder === '' ? name : `${folder}/${name}`
    if (key.endsWith('/')) yield* filesBelow(root, key.slice(0, -1))
    else if (isStorageKey(key)) yield key
  }
}

async function sizeOf(handle: FileHandle): Promise<number | null> {
  const found = await handle.stat()
  return found.isFile() ? found.size : null
}

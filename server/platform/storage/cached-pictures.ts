import { readFile, stat } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import { contentTypeOf } from './content-types.ts'
import type { StoredFile } from './storage.ts'
import { unlessMissing } from '#server/platform/errors/unless-missing.ts'

/** Size of the cache, enough for about 1,500 pictures in lists. */
const ALL_BYTES = 32 * 2 ** 20
const PICTURE_BYTES_MAX = 128 * 2 ** 10

interface Held {
  bytes: Uint8Array<ArrayBuffer>
  /** Inode, size and time of the file that was read. */
  isOf: string
}

const inMemory = (file: string, bytes: Uint8Array<ArrayBuffer>): StoredFile => ({
  bytes,
  size: bytes.length,
  contentType: contentTypeOf(file),
  get stream() {
    return new Blob([bytes]).stream()
  },
})

/**
 * Caches frequently read pictures in memory. Opening a file, sending it piece by piece and closing it costs far more
 * than checking that it is unchanged. The check also notices files that another process removed or replaced.
 */
export function holdPictures() {
  const held = new LRUCache<string, Held>({
    maxSize: ALL_BYTES,
    sizeCalculation: ({ bytes }, file) => bytes.length + file.length,
  })
  return {
    /** Returns undefined for missing files, large pictures and other files. */
    async read(file: string): Promise<StoredFile | undefined> {
      if (!contentTypeOf(file).startsWith('image/')) return undefined
      const found = await unlessMissing(stat(file, { bigint: true }))
      if (!found?.isFile() || found.size > PICTURE_BYTES_MAX) {
        held.delete(file)
        return undefined
      }
      const isOf = `${found.ino} ${found.size} ${found.mtimeNs}`
      const known = held.get(file)
      if (known?.isOf === isOf) return inMemory(file, known.bytes)
      const bytes = await unlessMissing(readFile(file))
      if (!bytes) return undefined
      held.set(file, { bytes, isOf })
      return inMemory(file, bytes)
    },
  }
}

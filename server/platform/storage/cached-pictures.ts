import { readFile, stat } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import { contentTypeOf } from './content-types.ts'
import type { StoredFile } from './storage.ts'
import { nullIfMissing } from '#server/platform/errors/null-if-missing.ts'

/** Size of the cache, enough for about 1,500 pictures in lists. */
const ALL_BYTES = 32 * 2 ** 20
const PICTURE_BYTES_MAX = 128 * 2 ** 10

interface Cached {
  bytes: Uint8Array<ArrayBuffer>
  /** Inode, size and time of the file that was read. */
  version: string
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
export function cachePictures() {
  const cached = new LRUCache<string, Cached>({
    maxSize: ALL_BYTES,
    sizeCalculation: ({ bytes }, file) => bytes.length + file.length,
  })
  return {
    /** Returns undefined for missing files, large pictures and other files. */
    async read(file: string): Promise<StoredFile | undefined> {
      if (!contentTypeOf(file).startsWith('image/')) return undefined
      const found = await nullIfMissing(stat(file, { bigint: true }))
      if (!found?.isFile() || found.size > PICTURE_BYTES_MAX) {
        cached.delete(file)
        return undefined
      }
      const version = `${found.ino} ${found.size} ${found.mtimeNs}`
      const known = cached.get(file)
      if (known?.version === version) return inMemory(file, known.bytes)
      const bytes = await nullIfMissing(readFile(file))
      if (!bytes) return undefined
      cached.set(file, { bytes, version })
      return inMemory(file, bytes)
    },
  }
}

import { randomBytes } from 'node:crypto'
import type { Storage } from '#server/platform/storage/storage.ts'
import type { ImageFile } from './image.ts'

/** Start of every stored picture's address; the key in the storage follows. */
export const PHOTOS = '/photos/'
const NAME_BYTES = 10

const keyOf = (src: string, suffix: string): string => src.slice(PHOTOS.length) + suffix

/**
 * A new address for a picture's files. Nobody can guess it, and it was never used before, so that a late removal of
 * an old picture cannot delete a new one.
 */
export const newSrc = (folder: string): string =>
  `${PHOTOS}${folder}/${randomBytes(NAME_BYTES).toString('hex')}`

/** Storage keys of every file that a picture of these widths can have; empty for a picture on another site. */
export const keysOf = (src: string, widths: readonly number[]): string[] =>
  src.startsWith(PHOTOS)
    ? widths.flatMap((width) => [keyOf(src, `-${width}.avif`), keyOf(src, `-${width}.jpg`)])
    : []

export async function storePicture(storage: Storage, src: string, files: ImageFile[]): Promise<void> {
  for (const { suffix, contentType, bytes } of files)
    await storage.put(keyOf(src, suffix), bytes, contentType)
}

/** Stores a picture under a name that is not used elsewhere. If that fails, its files are removed. */
export async function storeNewPicture(storage: Storage, src: string, files: ImageFile[]): Promise<void> {
  try {
    await storePicture(storage, src, files)
  } catch (error) {
    const keys = files.map(({ suffix }) => keyOf(src, suffix))
    // The first error is thrown even if the removal fails.
    await Promise.all(keys.map((key) => storage.remove(key))).catch(() => undefined)
    throw error
  }
}

/** Reads the widest existing JPEG. */
export async function readWidest(
  storage: Storage,
  src: string,
  widths: readonly number[],
): Promise<{ suffix: string; bytes: Uint8Array } | undefined> {
  for (const width of widths.toSorted((one, other) => other - one)) {
    const suffix = `-${width}.jpg`
    const found = await storage.read(keyOf(src, suffix))
    if (found) return { suffix, bytes: await new Response(found.stream).bytes() }
  }
  return undefined
}

export async function removePicture(storage: Storage, src: string, widths: readonly number[]): Promise<void> {
  for (const key of keysOf(src, widths)) await storage.remove(key)
}

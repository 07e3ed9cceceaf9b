import { createHash, randomBytes } from 'node:crypto'
import { PHOTO_WIDTHS } from '#contract/limits.ts'

const PHOTOS = '/photos/'
const NAME_BYTES = 10
const SUFFIXES = PHOTO_WIDTHS.flatMap((width) => [`-${width}.avif`, `-${width}.jpg`])

/** What came from a browser, as it came. Never served. */
export const quarantineKey = (attempt: string): string => `quarantine/${attempt}`

/** Where a photo's files will begin: a name that nobody can guess and that was never used before. */
export const newPhotoSrc = (folder: string): string =>
  `${PHOTOS}product-images/${folder}/${randomBytes(NAME_BYTES).toString('hex')}`

export const photoKey = (src: string, suffix: string): string => src.slice(PHOTOS.length) + suffix

/** Every file of a prepared photo. */
export const photoKeys = (src: string): string[] =>
  src.startsWith(PHOTOS) ? SUFFIXES.map((suffix) => photoKey(src, suffix)) : []

/**
 * A photo is known by what its seller's browser called it, from its first byte until it is deleted: so a photo that
 * is sent again is found even when it belongs to a listing already. A UUID of version 8.
 */
export function photoIdOf(sellerId: string, clientKey: string): string {
  const bytes = createHash('sha256').update(`photo ${sellerId} ${clientKey.toLowerCase()}`).digest()
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

import { createHash } from 'node:crypto'

/** Storage key of the unchanged bytes that a browser sent. They are never served. */
export const quarantineKey = (attempt: string): string => `quarantine/${attempt}`

/**
 * Derives a photo's id (a UUID of version 8) from its seller and the browser's key, so that a photo that is
 * sent again is found, even after it was added to a listing.
 */
export function derivePhotoId(sellerId: string, clientKey: string): string {
  const bytes = createHash('sha256').update(`photo ${sellerId} ${clientKey.toLowerCase()}`).digest()
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

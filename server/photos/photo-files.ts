import { createHash } from 'node:crypto'

/** Where the bytes lie that a browser sent, unchanged. Never served. */
export const quarantineKey = (attempt: string): string => `quarantine/${attempt}`

/**
 * A photo's id follows from its seller and the key that the browser gave it, so that a photo that is sent again is
 * found, even once it belongs to a listing. A UUID of version 8.
 */
export function photoIdOf(sellerId: string, clientKey: string): string {
  const bytes = createHash('sha256').update(`photo ${sellerId} ${clientKey.toLowerCase()}`).digest()
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

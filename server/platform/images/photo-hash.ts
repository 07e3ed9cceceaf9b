import { createHash } from 'node:crypto'

/** Name of a stored photo, from the bytes of the file it was made of: 20 hexadecimal digits. */
export const photoHash = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 20)

import { createHash } from 'node:crypto'

/** Name of a stored photo: 20 hexadecimal digits, a hash of the uploaded file. */
export const photoHash = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, 20)

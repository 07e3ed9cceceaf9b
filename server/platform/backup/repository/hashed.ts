import { createHash } from 'node:crypto'

export interface Written {
  bytes: number
  /** Hex, of the content as it was given. */
  sha256: string
}

/** Counts what passes. */
export function hashed(content: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256')
  let bytes = 0
  async function* chunks() {
    for await (const chunk of content) {
      hash.update(chunk)
      bytes += chunk.byteLength
      yield chunk
    }
  }
  /** Once, after the end. */
  return { chunks: chunks(), result: (): Written => ({ bytes, sha256: hash.digest('hex') }) }
}

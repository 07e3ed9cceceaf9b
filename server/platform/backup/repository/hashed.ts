import { createHash } from 'node:crypto'

export interface Written {
  bytes: number
  /** SHA-256 in hex of the content before compression and encryption. */
  sha256: string
}

/** Counts and hashes the bytes of a stream. */
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
  /** `result` may be called once, after the end of `chunks`. */
  return { chunks: chunks(), result: (): Written => ({ bytes, sha256: hash.digest('hex') }) }
}

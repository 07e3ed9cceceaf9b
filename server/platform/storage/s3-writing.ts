import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { createGate } from '#server/platform/concurrency/gate.ts'
import { readPieces } from './pieces.ts'
import type { s3Requests } from './s3-requests.ts'
import { multipartUpload, type Payload } from './s3-uploads.ts'
import { StorageError } from '#server/platform/errors/storage-error.ts'
import type { Content } from './storage.ts'

/** Minimum speed of a slow line: 100 KB a second. */
const BYTES_PER_MILLISECOND = 100
/**
 * Time for which a refused `put` makes the check fail. A process that is not ready gets no requests, so it could
 * otherwise not notice that writing works again.
 */
const REFUSED_MILLISECONDS = 60_000
const MEGABYTE = 1024 * 1024
/** Smaller files are kept in memory, whatever their number. */
const SMALL_BYTES = MEGABYTE
/** Size of a part of a multipart upload. Services accept 10,000 parts, of at least 5 MB except the last. */
const PART_BYTES = 8 * MEGABYTE
/** Two, because reading the content of a large file may itself store other files, which must not wait for it. */
const LARGE_AT_ONCE = 2
const HASHED_AT_ONCE = MEGABYTE

interface Writing {
  answerMilliseconds: number
  now: () => number
}

/** MD5 is computed in this thread, so the event loop runs between pieces. */
async function md5Of(bytes: Uint8Array): Promise<string> {
  const hash = createHash('md5')
  for (let start = 0; start < bytes.byteLength; start += HASHED_AT_ONCE) {
    hash.update(bytes.subarray(start, start + HASHED_AT_ONCE))
    await setImmediate()
  }
  return hash.digest('base64')
}

/** Adds hashes, so that the service refuses damaged content; buckets with object lock require the MD5. */
async function toPayload(content: Uint8Array, answerMilliseconds: number): Promise<Payload> {
  const body = content as Uint8Array<ArrayBuffer>
  const [sha256, md5] = await Promise.all([crypto.subtle.digest('SHA-256', body), md5Of(body)])
  return {
    body,
    headers: { 'X-Amz-Content-Sha256': Buffer.from(sha256).toString('hex'), 'Content-MD5': md5 },
    timeoutMilliseconds: answerMilliseconds + body.byteLength / BYTES_PER_MILLISECOND,
  }
}

/** Stores files from memory, larger ones by multipart uploads, so that they need no space on this machine's disk. */
export function s3Writing(send: ReturnType<typeof s3Requests>, { answerMilliseconds, now }: Writing) {
  const large = createGate({ concurrency: LARGE_AT_ONCE, queueLength: Infinity, retryAfterSeconds: 0 })
  let refusal: { error: StorageError; at: number } | undefined

  async function putWhole(key: string, content: Uint8Array, contentType: string): Promise<void> {
    const { headers, ...payload } = await toPayload(content, answerMilliseconds)
    const response = await send({
      method: 'PUT',
      key,
      ...payload,
      headers: { ...headers, 'Content-Type': contentType },
    })
    await response.text()
  }

  async function putPieces(key: string, content: AsyncIterable<Uint8Array>, contentType: string) {
    const pieces = readPieces(content)
    try {
      const start = Buffer.allocUnsafeSlow(SMALL_BYTES)
      const length = await pieces.fill(start)
      if (length < SMALL_BYTES) return await putWhole(key, start.subarray(0, length), contentType)
      await large.run(async () => {
        const memory = Buffer.concat([start], PART_BYTES)
        const filled = await pieces.fill(memory, SMALL_BYTES)
        if (filled < PART_BYTES) return putWhole(key, memory.subarray(0, filled), contentType)
        async function* payloads() {
          for (let bytes = filled; bytes > 0; bytes = await pieces.fill(memory))
            yield toPayload(memory.subarray(0, bytes), answerMilliseconds)
        }
        return multipartUpload(send, { key, contentType, payloads: payloads(), answerMilliseconds })
      })
    } finally {
      await pieces.close()
    }
  }

  return {
    async put(key: string, content: Content, contentType: string): Promise<void> {
      try {
        if (content instanceof Uint8Array) await putWhole(key, content, contentType)
        else await putPieces(key, content, contentType)
        refusal = undefined
      } catch (error) {
        if (error instanceof StorageError && error.reason !== 'unreachable') refusal = { error, at: now() }
        throw error
      }
    },
    /**
     * Throws the last refusal of a write. Reads do not show such problems, for example a key that may read but not
     * write.
     */
    checkWriting(): void {
      if (refusal && now() - refusal.at < REFUSED_MILLISECONDS) throw refusal.error
    },
  }
}

import type { Readable } from 'node:stream'
import { AppError } from '#server/platform/errors/app-error.ts'

/** What is sent of a refused body is still read, up to here: a browser receives no answer while it cannot send. */
export const DISCARDED_BYTES_MAX = 16 * 1024 * 1024
const DISCARDING_MILLISECONDS = 60_000

/** In each window the sender must bring at least so much, as long as we wait for it. */
export interface Pace {
  milliseconds: number
  bytes: number
}

export type PacedBody = ReturnType<typeof pacedBody>

/** A body whose sender cannot stretch it out as they like. */
export function pacedBody(body: Readable, pace: Pace) {
  const pieces = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array, undefined>
  const slow = Promise.withResolvers<never>()
  slow.promise.catch(() => undefined)
  let isWaiting = false
  let bytes = 0
  const check = setInterval(() => {
    if (isWaiting && bytes < pace.bytes) slow.reject(new AppError('request-incomplete'))
    bytes = 0
  }, pace.milliseconds)

  async function read(): Promise<Uint8Array | undefined> {
    isWaiting = true
    try {
      const { value } = await Promise.race([pieces.next(), slow.promise])
      bytes += value?.byteLength ?? 0
      return value
    } catch (error) {
      if (error instanceof AppError) throw error
      // The sender is gone, so this is no fault of ours, and nobody reads the answer.
      throw new AppError('request-incomplete', { cause: error })
    } finally {
      isWaiting = false
    }
  }

  return {
    /** The next piece; undefined at the end. Refused with `request-incomplete` when the sender is gone or too slow. */
    read,
    /** Reads and forgets what is still sent. */
    async discard() {
      const timer = setTimeout(() => body.destroy(), DISCARDING_MILLISECONDS)
      try {
        let size = 0
        for (let piece = await read(); piece && size < DISCARDED_BYTES_MAX; piece = await read())
          size += piece.byteLength
      } catch {
        // The sender is gone, which is an end as well.
      } finally {
        clearTimeout(timer)
      }
    },
    close: () => clearInterval(check),
  }
}

import type { Readable } from 'node:stream'
import { AppError } from '#server/platform/errors/app-error.ts'

/** A refused body is still read up to this size, because a browser receives no reply while it cannot send. */
export const DISCARDED_BYTES_MAX = 16 * 1024 * 1024
const DISCARDING_MILLISECONDS = 60_000

/** Minimum bytes in each window while we wait for the sender. */
export interface Pace {
  milliseconds: number
  bytes: number
}

export type PacedBody = ReturnType<typeof pacedBody>

/** A body whose sender must keep a minimum speed. */
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
      // The sender has disconnected, so this is not a fault, and nobody reads the reply.
      throw new AppError('request-incomplete', { cause: error })
    } finally {
      isWaiting = false
    }
  }

  return {
    /**
     * The next piece; undefined at the end. Throws `request-incomplete` if the sender has disconnected or is too
     * slow.
     */
    read,
    /** Reads and discards the rest of the body. */
    async discard() {
      const timer = setTimeout(() => body.destroy(), DISCARDING_MILLISECONDS)
      try {
        let size = 0
        for (let piece = await read(); piece && size < DISCARDED_BYTES_MAX; piece = await read())
          size += piece.byteLength
      } catch {
        // A sender that disconnects has also ended the body.
      } finally {
        clearTimeout(timer)
      }
    },
    close: () => clearInterval(check),
  }
}

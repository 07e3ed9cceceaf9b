import { AppError } from '#server/platform/errors/app-error.ts'

/** What is sent of a refused body is still read, up to here: a browser receives no answer while it cannot send. */
export const DISCARDED_BYTES_MAX = 16 * 1024 * 1024
const DISCARDING_MILLISECONDS = 60_000

/** In each window the sender must bring at least so much, as long as we wait for it. */
export interface Pace {
  milliseconds: number
  bytes: number
}

export interface PacedBody {
  /** The next piece; undefined at the end. Refused with `request-incomplete` when the sender is gone or too slow. */
  read(): Promise<Uint8Array | undefined>
  /** Reads and forgets what is still sent. */
  discard(): Promise<void>
  close(): void
}

/** A body whose sender cannot stretch it out as they like. */
export function pacedBody(body: ReadableStream<Uint8Array> | null, pace: Pace): PacedBody {
  const reader = body?.getReader()
  let isWaiting = false
  let bytes = 0
  let isTooSlow = false
  const cancel = () => void reader?.cancel().catch(() => undefined)
  const check = setInterval(() => {
    if (isWaiting && bytes < pace.bytes) {
      isTooSlow = true
      cancel()
    }
    bytes = 0
  }, pace.milliseconds)

  async function nextPiece(): Promise<Uint8Array | undefined> {
    isWaiting = true
    try {
      return (await reader?.read())?.value
    } catch (error) {
      // The sender is gone, so this is no fault of ours, and nobody reads the answer.
      throw new AppError('request-incomplete', { cause: error })
    } finally {
      isWaiting = false
    }
  }

  async function read(): Promise<Uint8Array | undefined> {
    const piece = await nextPiece()
    if (isTooSlow) throw new AppError('request-incomplete')
    bytes += piece?.byteLength ?? 0
    return piece
  }

  return {
    read,
    async discard() {
      const timer = setTimeout(cancel, DISCARDING_MILLISECONDS)
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

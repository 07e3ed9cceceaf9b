import { ApiError } from '#web/platform/api/client.ts'

/** Waits this long for a quick answer, then shows this device's copy until the answer comes. */
export const STORED_COPY_DELAY_MS = 1000
const TIMEOUT_MS = 15_000

/**
 * Fails like a request without a network if the answer takes too long: a connection that died unnoticed never answers.
 */
export async function readInTime<Reply>(
  read: (signal: AbortSignal) => Promise<Reply>,
  signal?: AbortSignal,
): Promise<Reply> {
  const reading = new AbortController()
  const giveUp = () => reading.abort(signal?.reason)
  if (signal?.aborted) giveUp()
  signal?.addEventListener('abort', giveUp)
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new ApiError(0))
      reading.abort()
    }, TIMEOUT_MS)
  })
  try {
    const reply = await Promise.race([read(reading.signal), late])
    // The connection broke in the middle of the answer.
    if (reply === undefined) throw new ApiError(0)
    return reply
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', giveUp)
  }
}

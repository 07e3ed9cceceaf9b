import { setTimeout as sleep } from 'node:timers/promises'

/** Time limit of a wait; longer than any start or pause on a busy machine. */
const TIMEOUT_MS = 120_000
const POLL_MS = 20

interface Waiting {
  /** Names the awaited thing in the error message. */
  what?: () => string
  timeoutMs?: number
}

/** Polls until a value is truthy; for hooks and programs, in which `expect.poll` is not allowed. */
export async function until<T>(
  find: () => T | false | undefined | Promise<T | false | undefined>,
  { what = () => 'an unnamed condition', timeoutMs = TIMEOUT_MS }: Waiting = {},
): Promise<T> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const found = await find()
    if (found !== undefined && found !== false) return found
    if (performance.now() > deadline) throw new Error(`Timed out while waiting for ${what()}`)
    await sleep(POLL_MS)
  }
}

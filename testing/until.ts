import { setTimeout as sleep } from 'node:timers/promises'

/** Time limit of a wait; longer than any start or pause on a busy machine. */
const PATIENCE_MS = 120_000
const POLL_MS = 20

interface Waiting {
  /** Name of the awaited event in the error message. */
  what?: () => string
  patienceMs?: number
}

/** Polls until a value is truthy; for hooks and programs, in which `expect.poll` is not allowed. */
export async function until<T>(
  find: () => T | false | undefined | Promise<T | false | undefined>,
  { what = () => 'What was waited for', patienceMs = PATIENCE_MS }: Waiting = {},
): Promise<T> {
  const patientUntil = performance.now() + patienceMs
  for (;;) {
    const found = await find()
    if (found !== undefined && found !== false) return found
    if (performance.now() > patientUntil) throw new Error(`${what()} did not come`)
    await sleep(POLL_MS)
  }
}

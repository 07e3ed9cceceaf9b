import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than any start or pause on a busy machine; what has not happened by then does not happen. */
const PATIENCE_MS = 120_000
const POLL_MS = 20

interface Waiting {
  /** What is waited for, for the error. */
  what?: () => string
  patienceMs?: number
}

/** Looks until there is something; also for hooks and programs, in which `expect.poll` may not be called. */
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

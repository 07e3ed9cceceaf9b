import { setTimeout as sleep } from 'node:timers/promises'

/** Resolves to `work`, or to `otherwise` after the timeout. `work` is not cancelled. */
export async function within<T>(milliseconds: number, work: Promise<T>, otherwise: T): Promise<T> {
  const timeout = new AbortController()
  const late = sleep(milliseconds, otherwise, { signal: timeout.signal }).catch(() => otherwise)
  try {
    return await Promise.race([work, late])
  } finally {
    timeout.abort()
  }
}

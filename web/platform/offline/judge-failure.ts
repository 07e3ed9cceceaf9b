import { ApiError, statusOf } from '#web/platform/api/client.ts'
import { failureKind, isUnreached, UNREACHED_TEXT } from '#web/platform/api/failure-kind.ts'

/** What follows from a failed attempt. */
export interface Verdict {
  /** Null refuses: only the person can try again. */
  pauseMs: number | null
  /** What the person reads. */
  reason: string | null
  isAnswered: boolean
  /** Whether the server itself failed with it. */
  isFault: boolean
}

export interface Attempts {
  /** Since something of the same subject was sent last. */
  failures: number
  /** Of this row, by the server's own fault. */
  faults: number
}

const TOO_MANY = 429

/** What took too long was given up: no answer came. What else has no status is a fault of our own. */
const statusOfFailure = (error: unknown) => statusOf(error) ?? (error instanceof DOMException ? 0 : 500)

/** That the device itself is offline stands on the screen already. */
function reasonToWait(error: unknown, status: number): string | null {
  if (status === TOO_MANY) return (error as Error).message
  return isUnreached({ status }) && navigator.onLine ? UNREACHED_TEXT : null
}

const reasonToRefuse = (error: unknown) =>
  (error instanceof ApiError && error.fields[0]?.message) || (error as Error).message

/**
 * Waits for as long as nobody can answer, the last pause again and again, never shorter than the server demands. A row
 * with which the server fails `faultsMax` times holds up the others no longer.
 */
export const judgeBy =
  (pausesMs: readonly number[], faultsMax: number) =>
  (error: unknown, { failures, faults }: Attempts): Verdict => {
    const status = statusOfFailure(error)
    const kind = failureKind({ status })
    const isFault = kind === 'fault'
    const isAnswered = status !== 0
    if (kind === 'refused' || (isFault && faults + 1 >= faultsMax))
      return { pauseMs: null, reason: reasonToRefuse(error), isAnswered, isFault }
    const pauseMs = pausesMs[failures] ?? pausesMs.at(-1) ?? 0
    const retryAfterMs = error instanceof ApiError ? error.retryAfterSeconds * 1000 : 0
    return {
      pauseMs: Math.max(retryAfterMs, pauseMs),
      reason: reasonToWait(error, status),
      isAnswered,
      isFault,
    }
  }

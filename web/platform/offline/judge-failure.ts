import { ApiError, statusOf } from '#web/platform/api/client.ts'
import { failureKind, isUnreached, UNREACHED_TEXT } from '#web/platform/api/failure-kind.ts'

/** Consequence of a failed attempt. */
export interface Verdict {
  /** Pause before the next attempt; null refuses the row, so that only the person can try again. */
  pauseMs: number | null
  /** Text for the person. */
  reason: string | null
  isAnswered: boolean
  /** True if the server itself failed with the row. */
  isFault: boolean
}

export interface Attempts {
  /** Failures since the last row of the same subject was sent. */
  failures: number
  /** Failures of this row that were the server's fault. */
  faults: number
}

const TOO_MANY = 429

/**
 * A timeout aborts with a DOMException, which means that no answer came. Other errors without a status are
 * faults of our own.
 */
const statusOfFailure = (error: unknown) => statusOf(error) ?? (error instanceof DOMException ? 0 : 500)

/** The screen already says if the device is offline. */
function reasonToWait(error: unknown, status: number): string | null {
  if (status === TOO_MANY) return (error as Error).message
  return isUnreached({ status }) && navigator.onLine ? UNREACHED_TEXT : null
}

const reasonToRefuse = (error: unknown) =>
  (error instanceof ApiError && error.fields[0]?.message) || (error as Error).message

/**
 * Waits as long as nobody can answer: the last pause repeats, and no pause is shorter than the server
 * demands. A row with which the server fails `faultsMax` times is refused, so that it no longer delays the
 * others.
 */
export const createFailureJudge =
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

import { ApiError, reasonOf } from '#web/platform/api/client.ts'
import { failureKind, isUnreached } from '#web/platform/api/failure-kind.ts'
import type { Attempts, Verdict } from '#web/platform/offline/judge-failure.ts'

/**
 * 'offline', 'full' and, for a while, 'busy' pass by themselves; 'fixable' may pass after the person acts; 'final'
 * never passes.
 */
export interface UploadFailure {
  kind: 'offline' | 'full' | 'busy' | 'fixable' | 'final'
  message: string
  canRetry: boolean
  /** The cause of the failure may pass. */
  isPassing: boolean
  /** The server itself failed to handle the photo, and may fail each time. */
  isFault: boolean
}

/** After this many attempts the watching person decides when to try again. */
const BUSY_ATTEMPTS = 4
const PAUSES_MS = [2000, 4000, 8000, 16_000, 30_000]
const LONGEST_PAUSE_MS = 30_000

const TOO_MANY = 429
const FIXABLE = [401, 408, 409]
const NO_ANSWER = 'Waiting for the network.'
const FAULT = 'Something went wrong. Please try again.'

export const failureMessage = (error: unknown): string => reasonOf(error) ?? FAULT

/** Classifies a failed request for the upload. */
export function toUploadFailure(error: unknown): UploadFailure {
  const message = failureMessage(error)
  const fixable = { kind: 'fixable', message, canRetry: true, isPassing: false, isFault: false } as const
  if (!(error instanceof ApiError)) return fixable
  const { status, code } = error
  const kind = failureKind(error)
  const failure = { ...fixable, isPassing: kind !== 'refused', isFault: kind === 'fault' }
  if (status === 0) return { ...failure, kind: 'offline', message: NO_ANSWER }
  // The operator needs time to make room, and the person can do nothing about it.
  if (code === 'storage-full') return { ...failure, kind: 'full' }
  if (isUnreached(error) || status === TOO_MANY) return { ...failure, kind: 'busy' }
  return FIXABLE.includes(status) || kind === 'fault'
    ? failure
    : { ...failure, kind: 'final', canRetry: false }
}

export function judgeUpload(
  error: unknown,
  { failures }: Attempts,
): Verdict & { patch: Partial<UploadFailure> } {
  const { kind, message, canRetry, isPassing, isFault } = toUploadFailure(error)
  const waits = kind === 'offline' || kind === 'full' || (kind === 'busy' && failures + 1 < BUSY_ATTEMPTS)
  const pauseMs = kind === 'full' ? LONGEST_PAUSE_MS : (PAUSES_MS[failures] ?? LONGEST_PAUSE_MS)
  return {
    pauseMs: waits ? pauseMs : null,
    reason: message,
    // While one photo waits, the others would fail as well.
    isAnswered: true,
    isFault: false,
    patch: waits ? {} : { canRetry, isPassing, isFault },
  }
}

/** The error with which it failed; undefined if it did not fail. */
export const catchError = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

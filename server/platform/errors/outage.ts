import type { ProblemCode } from '#contract/problem.ts'
import { type DatabaseOutage, databaseOutageOf } from './database-outage.ts'
import { StorageError, type StorageFailure } from './storage-error.ts'
import { AppError } from './app-error.ts'

/** A temporary failure of a machine or a network, caused neither by the code nor by the person. */
export type Outage = DatabaseOutage | 'storage-full' | 'storage-unwritable' | 'storage-away'

const BY_STORAGE: Record<StorageFailure, Outage | undefined> = {
  'invalid-key': undefined,
  full: 'storage-full',
  unwritable: 'storage-unwritable',
  unreachable: 'storage-away',
}

/** Maximum length of a chain of causes. */
const DEEPEST = 5

/** The only function that decides whether an error is an outage, for replies, jobs and the log. */
export function outageOf(error: unknown, depth = 0): Outage | undefined {
  if (!(error instanceof Error) || depth === DEEPEST) return undefined
  if (error instanceof StorageError) return BY_STORAGE[error.reason]
  return databaseOutageOf(error) ?? outageOf(error.cause, depth + 1)
}

const REFUSALS: Record<Outage, [code: ProblemCode, retryAfterSeconds: number]> = {
  'database-away': ['unavailable', 5],
  'database-busy': ['overloaded', 2],
  'database-read-only': ['saving-unavailable', 30],
  'database-full': ['saving-unavailable', 30],
  'storage-full': ['storage-full', 60],
  'storage-unwritable': ['photos-unavailable', 30],
  'storage-away': ['photos-unavailable', 30],
}

/** Turns any error into one that a person may see: refusals stay, outages become 503, and faults show no details. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const outage = outageOf(error)
  if (!outage) return new AppError('fault', { cause: error })
  const [code, retryAfterSeconds] = REFUSALS[outage]
  return new AppError(code, { retryAfterSeconds, cause: error })
}

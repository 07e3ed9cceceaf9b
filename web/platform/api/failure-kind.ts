import type { ApiError } from './client.ts'

/**
 * `passing` ends by itself sooner or later: no answer came, the session has to be renewed, or the server is
 * away, busy or full. A `fault` is an error of the server in this call. It may happen each time, so it is
 * worth a few attempts. A `refused` call stays refused.
 */
export type FailureKind = 'passing' | 'fault' | 'refused'

const PASSING = [0, 401, 408, 425, 429]
/** Statuses from 500 on that are faults; all others mean that nobody can answer just now. */
const FAULTS = [500, 501, 505]

type Failure = Pick<ApiError, 'status'>

export function failureKind({ status }: Failure): FailureKind {
  if (FAULTS.includes(status)) return 'fault'
  return PASSING.includes(status) || status >= 500 ? 'passing' : 'refused'
}

/** True if the server is away or too busy to answer, so that the request itself is not the cause. */
export const isUnreached = ({ status }: Failure): boolean =>
  status === 0 || (status >= 500 && failureKind({ status }) === 'passing')

/** Text for a person whose message or change waits to be sent. */
export const UNREACHED_TEXT = 'The site cannot be reached right now. We will send this as soon as we can.'

import type { ApiError } from './client.ts'

/**
 * `passing` goes by itself, however long it takes: no answer came, the session has to be renewed, or the server is
 * away, busy or out of room. With a `fault` the server itself failed with this call and may do so each time: worth a
 * few attempts. What is `refused` stays refused.
 */
export type FailureKind = 'passing' | 'fault' | 'refused'

const PASSING = [0, 401, 408, 425, 429]
/** Of the answers from 500 on; all others say that nobody can answer just now. */
const FAULTS = [500, 501, 505]

type Failure = Pick<ApiError, 'status'>

export function failureKind({ status }: Failure): FailureKind {
  if (FAULTS.includes(status)) return 'fault'
  return PASSING.includes(status) || status >= 500 ? 'passing' : 'refused'
}

/** Nobody is there to answer, or none with room for it: nothing that was sent is the reason. */
export const isUnreached = ({ status }: Failure): boolean =>
  status === 0 || (status >= 500 && failureKind({ status }) === 'passing')

/** What a person reads of what waits meanwhile. */
export const UNREACHED_TEXT =
  'The site cannot be reached right now. It is sent by itself as soon as it can be.'

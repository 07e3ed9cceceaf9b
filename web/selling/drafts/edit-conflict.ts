import { type ProblemCode, PROBLEMS } from '#contract/problem.ts'
import { ApiError } from '#web/platform/api/client.ts'

/** Whether the server's listing has other words than these: the seller decides which ones stay. */
export const isEditConflict = (error: unknown): error is ApiError =>
  error instanceof ApiError && ['edited-elsewhere', 'already-published'].includes(error.code)

/** A refusal of the browser's own, as the server would word it. */
export const refusedAs = (code: ProblemCode, message: string = PROBLEMS[code].message): ApiError =>
  new ApiError(PROBLEMS[code].status, { code, message })

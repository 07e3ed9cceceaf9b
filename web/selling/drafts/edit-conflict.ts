import { type ProblemCode, PROBLEMS } from '#contract/problem.ts'
import { ApiError } from '#web/platform/api/client.ts'

/** Whether the server's listing differs from the form; the seller decides which one stays. */
export const isEditConflict = (error: unknown): error is ApiError =>
  error instanceof ApiError && ['edited-elsewhere', 'already-published'].includes(error.code)

/** A refusal made by the browser, in the server's words. */
export const createRefusal = (code: ProblemCode, message: string = PROBLEMS[code].message): ApiError =>
  new ApiError(PROBLEMS[code].status, { code, message })

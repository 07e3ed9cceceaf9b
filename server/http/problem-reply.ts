import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { PROBLEMS, type ProblemBody } from '#contract/problem.ts'
import { AppError } from '#server/app-error.ts'
import type { Log } from '#server/log.ts'
import { requestIdOf } from './request-log.ts'

/** PostgreSQL gave up waiting (statement timeout, too many clients) or the pool had no connection in time. */
function isOverload(error: unknown) {
  const { code, message } = error as { code?: string; message?: string }
  return code === '57014' || code === '53300' || message === 'timeout exceeded when trying to connect'
}

function asAppError(error: unknown, log: Log, requestId: string): AppError {
  if (error instanceof AppError) return error
  log.error({ requestId, err: error }, 'fault')
  return isOverload(error) ? new AppError('overloaded', { retryAfterSeconds: 2 }) : new AppError('fault')
}

/** Turns whatever was thrown into the one shape of reply that is not a success; faults tell nothing but an id. */
export function problemReply(c: Context, error: unknown, log: Log): Response {
  const requestId = requestIdOf(c)
  const problem = asAppError(error, log, requestId)
  const body: ProblemBody = {
    error: { code: problem.code, message: problem.message, fields: problem.fields, requestId },
  }
  c.header('Cache-Control', 'no-store')
  if (problem.retryAfterSeconds) c.header('Retry-After', String(problem.retryAfterSeconds))
  return c.json(body, PROBLEMS[problem.code].status as ContentfulStatusCode)
}

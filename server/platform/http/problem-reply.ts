import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { PROBLEMS, type ProblemBody } from '#contract/problem.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Log } from '#server/platform/process/log.ts'
import { asAppError } from '#server/platform/errors/outage.ts'
import { asMissingRow } from './missing-row.ts'
import { requestIdOf } from './request-log.ts'

function asLoggedAppError(error: unknown, log: Log, requestId: string): AppError {
  const refusal = error instanceof AppError ? error : asMissingRow(error)
  if (refusal) return refusal
  const problem = asAppError(error)
  if (problem.code === 'fault') log.error({ requestId, err: error }, 'fault')
  else log.warn({ requestId, err: error }, 'outage')
  return problem
}

/** Turns whatever was thrown into the one shape of reply that is not a success; faults tell nothing but an id. */
export function problemReply(c: Context, error: unknown, log: Log): Response {
  const requestId = requestIdOf(c)
  const problem = asLoggedAppError(error, log, requestId)
  const body: ProblemBody = {
    error: {
      code: problem.code,
      message: problem.message,
      fields: problem.fields,
      current: problem.current,
      requestId,
    },
  }
  c.header('Cache-Control', 'no-store')
  if (problem.retryAfterSeconds) c.header('Retry-After', String(problem.retryAfterSeconds))
  return c.json(body, PROBLEMS[problem.code].status as ContentfulStatusCode)
}

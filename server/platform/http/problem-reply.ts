import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { PROBLEMS, type ProblemBody, type ProblemCode } from '#contract/problem.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Telemetry } from '#server/platform/metrics/telemetry.ts'
import type { Log } from '#server/platform/process/log.ts'
import { asAppError } from '#server/platform/errors/outage.ts'
import { asMissingRow } from './missing-row.ts'
import { requestIdOf } from './request-log.ts'
import { routeOf } from './route-of.ts'

function asLoggedAppError(error: unknown, log: Log, requestId: string): AppError {
  const refusal = error instanceof AppError ? error : asMissingRow(error)
  if (refusal) return refusal
  const problem = asAppError(error)
  if (problem.code === 'fault') log.error({ requestId, err: error }, 'fault')
  else log.warn({ requestId, err: error }, 'outage')
  return problem
}

export interface Problem {
  status: number
  headers: [name: string, value: string][]
  body: ProblemBody
}

/** Turns whatever was thrown into the one shape of reply that is not a success; faults show nothing but an id. */
export function toProblem(error: unknown, log: Log, requestId: string): Problem {
  const problem = asLoggedAppError(error, log, requestId)
  const { code, message, fields, current, appealToken, retryAfterSeconds } = problem
  return {
    status: PROBLEMS[code].status,
    headers: [
      ['Cache-Control', 'no-store'],
      ...(retryAfterSeconds ? [['Retry-After', String(retryAfterSeconds)] as [string, string]] : []),
    ],
    body: { error: { code, message, fields, current, appealToken, requestId } },
  }
}

export interface ProblemDeps {
  log: Log
  telemetry: Pick<Telemetry, 'refusals'>
}

export const countRefusal = ({ refusals }: ProblemDeps['telemetry'], c: Context, code: ProblemCode): void =>
  refusals.inc({ route: routeOf(c), code })

export function problemReply({ log, telemetry }: ProblemDeps, c: Context, error: unknown): Response {
  const { status, headers, body } = toProblem(error, log, requestIdOf(c))
  countRefusal(telemetry, c, body.error.code)
  for (const [name, value] of headers) c.header(name, value)
  return c.json(body, status as ContentfulStatusCode)
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PROBLEMS, type ProblemBody, type ProblemCode } from '#contract/problem.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Telemetry } from '#server/platform/metrics/telemetry.ts'
import type { Log } from '#server/platform/process/log.ts'
import { asAppError, outageOf } from '#server/platform/errors/outage.ts'
import { asMissingRow } from './missing-row.ts'
import { routeOf } from './request-log.ts'

/** Refusals that Fastify itself makes. */
const FRAMEWORK_REFUSALS: Record<string, ProblemCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body-too-large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request-incomplete',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported-media-type',
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: 'unsupported-media-type',
}

/** True if the sender's connection broke; a broken connection to the database is an outage instead. */
const isOfSender = (code: string, error: unknown, { raw }: FastifyRequest) =>
  code === 'ECONNRESET' && !raw.complete && outageOf(error) === undefined

function asRefusal(error: unknown, request: FastifyRequest): unknown {
  const { code = '' } = (error ?? {}) as { code?: string }
  const refusal = isOfSender(code, error, request) ? 'request-incomplete' : FRAMEWORK_REFUSALS[code]
  return refusal ? new AppError(refusal, { cause: error }) : error
}

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

/** Turns any thrown value into the common format of failed replies; faults show only a request id. */
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

export const countRefusal = (
  { refusals }: ProblemDeps['telemetry'],
  request: FastifyRequest,
  code: ProblemCode,
): void => refusals.inc({ route: routeOf(request), code })

/** Sends a problem in the format of `toBody`. Default: the API's common format. */
export function sendProblem(
  { log, telemetry }: ProblemDeps,
  reply: FastifyReply,
  error: unknown,
  toBody: (body: ProblemBody) => unknown = (body) => body,
): void {
  const { request } = reply
  const { status, headers, body } = toProblem(asRefusal(error, request), log, request.id)
  countRefusal(telemetry, request, body.error.code)
  reply.code(status).headers(Object.fromEntries(headers)).header('content-type', 'application/json')
  // The rest of the request will not be read.
  if (body.error.code === 'request-incomplete') reply.header('connection', 'close')
  reply.send(JSON.stringify(toBody(body)))
}

/** Sends every failure in the API's common format. */
export function handleErrors(app: FastifyInstance, deps: ProblemDeps): void {
  app.setErrorHandler((error, _request, reply) => sendProblem(deps, reply, error))
}

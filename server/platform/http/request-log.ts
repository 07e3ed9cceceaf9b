import { randomUUID } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import type { Telemetry } from '#server/platform/metrics/telemetry.ts'
import type { Log } from '#server/platform/process/log.ts'
import { routeOf } from './route-of.ts'

/** The id in the reply and in the log; one of its own for a call that the page renderer makes in process. */
export const requestIdOf = (c: Context): string => (c.get('requestId') as string | undefined) ?? randomUUID()

/** Such an address is a key to what it opens, so the log keeps only what kind it was. */
const SECRET_PART = /^\/(photos\/private|api\/unsubscribe)\/[^/]+/
export const loggedPath = (path: string): string => path.replace(SECRET_PART, '/$1/***')

interface AnsweredRequest {
  requestId: string
  method: string
  path: string
  status: number
  /** By the process's clock. */
  started: number
  /** See route-of.ts. */
  route: string
}

export interface RequestLogDeps {
  log: Log
  telemetry: Pick<Telemetry, 'requestTimes' | 'tracing'>
}

/** Also counts it. */
export function logRequest({ log, telemetry }: RequestLogDeps, answered: AnsweredRequest): void {
  const { requestId, method, path, status, started, route } = answered
  const took = performance.now() - started
  telemetry.requestTimes.of(route, status).note(took)
  telemetry.tracing?.nameRequest(route, status)
  const milliseconds = Math.round(took * 10) / 10
  log.info({ requestId, method, path: loggedPath(path), status, milliseconds }, 'request')
}

/** Gives every request an id, also in the reply, and logs one line for it: the path without its query. */
export function requestLog(deps: RequestLogDeps): MiddlewareHandler {
  return async (c, next) => {
    const started = performance.now()
    const requestId = randomUUID()
    c.set('requestId', requestId)
    c.header('X-Request-Id', requestId)
    await next()
    const { method, path } = c.req
    logRequest(deps, { requestId, method, path, status: c.res.status, started, route: routeOf(c) })
  }
}

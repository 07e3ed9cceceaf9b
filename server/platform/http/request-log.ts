import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Telemetry } from '#server/platform/metrics/telemetry.ts'
import type { Log } from '#server/platform/process/log.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name under which the route's requests are counted. Default: its pattern. */
    name?: string
  }
  interface FastifyRequest {
    /** Start time by `performance.now()`. */
    startedAt: number
    /** Name under which this request is counted, if it differs from its route's. */
    countedAs: string | undefined
  }
}

/** Anyone with such an address can use it, so the log only shows its kind. */
const SECRET_PART = /^\/(photos\/private|api\/unsubscribe)\/[^/]+/
export function loggedPath(path: string): string {
  // The router decodes paths too.
  const decoded = decodedPath(path)
  return SECRET_PART.test(decoded) ? decoded.replace(SECRET_PART, '/$1/***') : path
}

function decodedPath(path: string): string {
  if (!path.includes('%')) return path
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Folder of the build's files, whose names change with each build. */
const ASSETS = '/assets/'

/**
 * Name under which a request is counted: the call's name in the contract, the page's path in the notation of
 * `contract/pages.ts`, or the matched pattern; never the path itself, which may contain anything.
 */
export function routeOf({ countedAs, routeOptions }: FastifyRequest): string {
  const name = countedAs ?? routeOptions.config.name ?? routeOptions.url ?? '*'
  return name.startsWith(ASSETS) ? `${ASSETS}*` : name
}

interface RequestLogDeps {
  log: Log
  telemetry: Pick<Telemetry, 'requestTimes' | 'tracing'>
}

/** Counts every request and logs one line for it: the path without its query. */
export function logReplies(app: FastifyInstance, { log, telemetry }: RequestLogDeps): void {
  app.decorateRequest('countedAs', undefined)
  app.decorateRequest('startedAt', 0)
  app.addHook('onSend', (request, reply, payload, done) => {
    const { statusCode: status } = reply
    const took = performance.now() - request.startedAt
    const route = routeOf(request)
    telemetry.requestTimes.of(route, status).observe(took)
    telemetry.tracing?.nameRequest(route, status)
    const milliseconds = Math.round(took * 10) / 10
    const [path = ''] = request.url.split('?', 1)
    const { id: requestId, method } = request
    log.info({ requestId, method, path: loggedPath(path), status, milliseconds }, 'request')
    done(null, payload)
  })
}

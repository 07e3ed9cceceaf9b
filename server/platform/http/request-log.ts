import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Telemetry } from '#server/platform/metrics/telemetry.ts'
import type { Log } from '#server/platform/process/log.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What requests of the route are counted under; its pattern by default. */
    name?: string
  }
  interface FastifyRequest {
    /** By the process's clock. */
    startedAt: number
    /** What this one is counted under, where its route does not say it. */
    countedAs: string | undefined
  }
}

/** Such an address is a key to what it opens, so the log keeps only what kind it was. */
const SECRET_PART = /^\/(photos\/private|api\/unsubscribe)\/[^/]+/
export function loggedPath(path: string): string {
  // As the router reads it.
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

/** Of files of the build, whose names are new with each. */
const ASSETS = '/assets/'

/**
 * What a request is counted under: the call's name in the contract, the page's path in its own notation, or the pattern
 * that matched; never the path itself, which may hold anything.
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
    telemetry.requestTimes.of(route, status).note(took)
    telemetry.tracing?.nameRequest(route, status)
    const milliseconds = Math.round(took * 10) / 10
    const [path = ''] = request.url.split('?', 1)
    const { id: requestId, method } = request
    log.info({ requestId, method, path: loggedPath(path), status, milliseconds }, 'request')
    done(null, payload)
  })
}

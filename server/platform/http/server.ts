import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { AppError } from '#server/platform/errors/app-error.ts'
import { type CacheHeaders, addCacheHeaders } from '#server/platform/http/cdn/cache-headers.ts'
import { BODY_BYTES, URL_CHARACTERS } from '#server/platform/http/limits/request-limits.ts'
import type { Telemetry } from '#server/platform/metrics/telemetry.ts'
import type { Log } from '#server/platform/process/log.ts'
import { handleErrors } from './errors.ts'
import { securityHeaders } from './headers.ts'
import { readQuery } from './query.ts'
import { logReplies } from './request-log.ts'

export type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void

export interface HttpOptions {
  /** Listens, or is going to. */
  server: Server
  publicUrl: string
  /** False while developing, when Vite's own scripts stand within the pages. */
  hasPolicy: boolean
  log: Log
  telemetry: Telemetry
  /** Absent where there is no CDN. */
  cacheHeaders?: CacheHeaders
  /** Sees each request first. */
  before?: Middleware
  /** Answers what lies ready, and says whether it did. */
  sendIfReady: (reply: FastifyReply) => boolean
}

const ABSOLUTE = /^https?:\/\/[^/?]*/i
const ENCODED = /(?:%[\da-f]{2})+|%/gi

/** A percent sign that is no part of an encoding stands for itself. */
function escapeUndecodable(text: string): string {
  try {
    decodeURIComponent(text)
    return text
  } catch {
    return text.replaceAll('%', '%25')
  }
}

/** The path and query of a request's target, whose path can be decoded. */
export function plainTarget(target: string): string {
  if (target.startsWith('/') && !target.includes('%')) return target
  const relative = target.replace(ABSOLUTE, '')
  const url = relative.startsWith('/') ? relative : `/${relative}`
  const [path = '', ...query] = url.split('?')
  return [path.replaceAll(ENCODED, escapeUndecodable), ...query].join('?')
}

function readBodiesAsText(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  // The viewer comes before what the text says: a stranger learns nothing of what would be good input.
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => done(null, text))
}

/** The one way by which requests come in and replies leave: limits, request ids, headers, errors and the log. */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const { server, telemetry, cacheHeaders, before = (_request, _response, next) => next() } = options
  const { tracing } = telemetry
  const app = Fastify({
    serverFactory(handle) {
      const answer = (request: IncomingMessage, response: ServerResponse) =>
        before(request, response, () => handle(request, response))
      return server.on('request', (request, response) =>
        tracing
          ? tracing.request(request, response, () => answer(request, response))
          : answer(request, response),
      )
    },
    genReqId: () => randomUUID(),
    bodyLimit: BODY_BYTES,
    rewriteUrl: ({ url = '/' }) => plainTarget(url),
    // Longer than Node takes a head: what is too long is refused by the first hook.
    routerOptions: { maxParamLength: 20_000, querystringParser: readQuery },
  })
  // Node's own reply to what is no HTTP says less.
  server.removeAllListeners('clientError')
  const headers = securityHeaders(options)
  // Before what other requests need, since most requests end here.
  app.addHook('onRequest', (request, reply, done) => {
    request.startedAt = performance.now()
    reply.surrogateKeys = []
    reply.header('x-request-id', request.id).headers(headers)
    if (request.url.length > URL_CHARACTERS) done(new AppError('body-too-large'))
    else if (!options.sendIfReady(reply)) done()
  })
  await app.register(cookie)
  readBodiesAsText(app)
  handleErrors(app, options)
  if (cacheHeaders) addCacheHeaders(app, cacheHeaders)
  logReplies(app, options)
  return app
}

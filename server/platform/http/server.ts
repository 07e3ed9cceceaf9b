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
  /** A server that listens or will listen. */
  server: Server
  publicUrl: string
  /** False in development, where pages contain Vite's own scripts. */
  hasPolicy: boolean
  log: Log
  telemetry: Telemetry
  /** Undefined if the site has no CDN. */
  cacheHeaders?: CacheHeaders
  /** Middleware that runs before everything else. */
  before?: Middleware
  /** Sends a reply from the cache if it is fresh. Returns true if it did. */
  sendIfReady: (reply: FastifyReply) => boolean
}

const ABSOLUTE = /^https?:\/\/[^/?]*/i
const ENCODED = /(?:%[\da-f]{2})+|%/gi

/** Encodes percent signs that do not belong to a valid encoding. */
function escapeUndecodable(text: string): string {
  try {
    decodeURIComponent(text)
    return text
  } catch {
    return text.replaceAll('%', '%25')
  }
}

/** The path and query of a request's target, with a path that can be decoded. */
export function plainTarget(target: string): string {
  if (target.startsWith('/') && !target.includes('%')) return target
  const relative = target.replace(ABSOLUTE, '')
  const url = relative.startsWith('/') ? relative : `/${relative}`
  const [path = '', ...query] = url.split('?')
  return [path.replaceAll(ENCODED, escapeUndecodable), ...query].join('?')
}

function readBodiesAsText(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  // Bodies are parsed after the viewer is checked, so that strangers cannot find out which input is valid.
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => done(null, text))
}

/** Creates the HTTP application with limits, request ids, headers, errors and the log. */
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
    // The router's limit exceeds Node's limit of heads, so that the first hook refuses long addresses.
    routerOptions: { maxParamLength: 20_000, querystringParser: readQuery },
  })
  // Fastify's listener is removed, because Node's own reply to invalid HTTP reveals less.
  server.removeAllListeners('clientError')
  const headers = securityHeaders(options)
  // This hook comes first, because it answers most requests.
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

import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { CdnConfig } from '#server/config/cdn-config.ts'
import { SITE_KEY } from './keys.ts'

/** Lifetime in the CDN in case a purge is lost; usually a purge removes changed replies at once. */
const LIFETIME = 'max-age=60, stale-while-revalidate=30'
const CHECKED_EACH_TIME = 'public, no-cache'

type HeaderList = [name: string, value: string][]

/**
 * Headers that let a CDN store a reply, including `Cache-Control`. Only CDNs understand the header with the lifetime,
 * so browsers and caches that nobody can purge check each time.
 */
export type CacheHeaders = (
  request: Pick<IncomingHttpHeaders, 'cookie' | 'authorization'>,
  reply: { cacheControl: string; keys: readonly string[] },
) => HeaderList

const HEADERS = {
  'surrogate-keys': { keys: 'Surrogate-Key', between: ' ', lifetime: 'Surrogate-Control' },
  'cache-tags': { keys: 'Cache-Tag', between: ',', lifetime: 'CDN-Cache-Control' },
} as const

export function createCacheHeaders({ kind }: Pick<CdnConfig, 'kind'>): CacheHeaders {
  const names = HEADERS[kind]
  return ({ cookie, authorization }, { cacheControl, keys }) => {
    if (!cacheControl.startsWith('public')) return [['Cache-Control', cacheControl]]
    // Public replies are the same for everybody, but requests with credentials stay private in case a reply is not.
    if (cookie !== undefined || authorization !== undefined)
      return [['Cache-Control', cacheControl.replace('public', 'private')]]
    return [
      ['Cache-Control', cacheControl],
      [names.keys, [...new Set([SITE_KEY, ...keys])].join(names.between)],
      ...(cacheControl === CHECKED_EACH_TIME ? ([[names.lifetime, LIFETIME]] as HeaderList) : []),
    ]
  }
}

declare module 'fastify' {
  interface FastifyReply {
    /** Surrogate keys of this reply for the CDN. */
    surrogateKeys: readonly string[]
  }
}

/** Adds cache headers to every reply of a site with a CDN. */
export function addCacheHeaders(app: FastifyInstance, cacheHeaders: CacheHeaders): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const cacheControl = reply.getHeader('cache-control')
    if (typeof cacheControl === 'string') {
      const { surrogateKeys: keys } = reply
      for (const [name, value] of cacheHeaders(request.headers, { cacheControl, keys }))
        reply.header(name, value)
    }
    done(null, payload)
  })
}

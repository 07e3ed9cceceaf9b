import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { CdnConfig } from '#server/config/cdn-config.ts'
import { SITE_KEY } from './keys.ts'

/** For a lost purge; what changed goes at once. */
const LIFETIME = 'max-age=60, stale-while-revalidate=30'
const CHECKED_EACH_TIME = 'public, no-cache'

type HeaderList = [name: string, value: string][]

/**
 * The headers by which a CDN may hold a reply, `Cache-Control` among them. Only CDNs understand the one that says how
 * long, so that browsers and caches that nobody can purge go on checking.
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
    // It says the same to everybody; that nothing of a person is ever held must not depend on that.
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
    /** What it goes by in a CDN. */
    surrogateKeys: readonly string[]
  }
}

/** Where there is a CDN, every reply says how it may be held. */
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

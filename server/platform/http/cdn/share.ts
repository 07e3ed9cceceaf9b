import type { IncomingHttpHeaders } from 'node:http'
import type { Context, MiddlewareHandler } from 'hono'
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
export type Share = (
  request: Pick<IncomingHttpHeaders, 'cookie' | 'authorization'>,
  reply: { cacheControl: string; keys: readonly string[] },
) => HeaderList

/** Where there is no CDN. */
export const toNobody: Share = (_, { cacheControl }) => [['Cache-Control', cacheControl]]

const HEADERS = {
  'surrogate-keys': { keys: 'Surrogate-Key', between: ' ', lifetime: 'Surrogate-Control' },
  'cache-tags': { keys: 'Cache-Tag', between: ',', lifetime: 'CDN-Cache-Control' },
} as const

export function createShare({ kind }: Pick<CdnConfig, 'kind'>): Share {
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

const keysOf = new WeakMap<Request, readonly string[]>()

/** What the reply to this request goes by in a CDN. */
export function noteKeys(c: Context, keys: readonly string[]): void {
  keysOf.set(c.req.raw, keys)
}

/** For all replies that come through the framework. */
export const shareReplies =
  (share: Share): MiddlewareHandler =>
  async (c, next) => {
    await next()
    const cacheControl = c.res.headers.get('Cache-Control')
    if (cacheControl === null) return
    const { cookie, authorization } = c.req.header()
    const keys = keysOf.get(c.req.raw) ?? []
    for (const [name, value] of share({ cookie, authorization }, { cacheControl, keys }))
      c.res.headers.set(name, value)
  }

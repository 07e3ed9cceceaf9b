import type { MiddlewareHandler } from 'hono'
import { AppError } from '#server/platform/errors/app-error.ts'

export interface SiteAddress {
  publicUrl: string
  isLocal: boolean
}

/** Whether a browser says that this very site sends the request. Callers without an Origin are no browsers. */
export const isOwnOrigin = (
  site: SiteAddress,
  origin: string | undefined,
  host: string | undefined,
): boolean =>
  origin === undefined ||
  origin === site.publicUrl ||
  // This machine has several names: localhost, 127.0.0.1, [::1].
  (site.isLocal && URL.canParse(origin) && new URL(origin).host === host)

/**
 * For calls that a cookie authorises: a browser says in Origin which site sends them, and another site's are
 * refused. Callers without an Origin carry nobody's cookie.
 */
export function sameOrigin(site: SiteAddress): MiddlewareHandler {
  return async (c, next) => {
    const isOwn = isOwnOrigin(site, c.req.header('origin'), c.req.header('host'))
    if (c.req.method !== 'GET' && !isOwn) throw new AppError('cross-site-request')
    await next()
  }
}

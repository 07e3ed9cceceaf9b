import type { FastifyInstance } from 'fastify'
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
export function refuseOtherOrigins(app: FastifyInstance, site: SiteAddress): void {
  app.addHook('onRequest', ({ method, headers, routeOptions }, _reply, done) => {
    const isSessionCall = routeOptions.url?.startsWith('/api/auth/') === true
    const isSafe = method === 'GET' || !isSessionCall || isOwnOrigin(site, headers.origin, headers.host)
    done(isSafe ? undefined : new AppError('cross-site-request'))
  })
}

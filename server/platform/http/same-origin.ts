import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/platform/errors/app-error.ts'

export interface SiteAddress {
  publicUrl: string
  isLocal: boolean
}

/** True if a request comes from this site according to the browser. Clients without an Origin are not browsers. */
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
 * Refuses calls from other sites, by the browser's Origin, if a cookie authorises them. Clients without an Origin are
 * not browsers, so another site cannot use them to send a person's cookie.
 */
export function refuseOtherOrigins(app: FastifyInstance, site: SiteAddress): void {
  app.addHook('onRequest', ({ method, headers, routeOptions }, _reply, done) => {
    const isSessionCall = routeOptions.url?.startsWith('/api/auth/') === true
    const isSafe = method === 'GET' || !isSessionCall || isOwnOrigin(site, headers.origin, headers.host)
    done(isSafe ? undefined : new AppError('cross-site-request'))
  })
}

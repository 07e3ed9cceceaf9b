import type { MiddlewareHandler } from 'hono'
import { AppError } from '#server/app-error.ts'

/**
 * For calls that a cookie authorises: a browser says in Origin which site sends them, and another site's are
 * refused. Callers without an Origin are no browsers and carry nobody's cookie.
 */
export function sameOrigin(options: { publicUrl: string; isLocal: boolean }): MiddlewareHandler {
  return async (c, next) => {
    const origin = c.req.header('origin')
    const isOwn =
      origin === undefined ||
      origin === options.publicUrl ||
      // This machine has several names: localhost, 127.0.0.1, [::1].
      (options.isLocal && URL.canParse(origin) && new URL(origin).host === c.req.header('host'))
    if (c.req.method !== 'GET' && !isOwn) throw new AppError('cross-site-request')
    await next()
  }
}

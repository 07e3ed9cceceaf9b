import type { MiddlewareHandler } from 'hono'

/**
 * The same for every page, since none has an executable inline script or an inline style. `data:` serves the blurred
 * previews that the browser draws from a photo's thumbhash.
 */
const contentSecurityPolicy = (publicUrl: string) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    // Safari before 15.4 does not count the site's own web socket as 'self'.
    `connect-src 'self' ${publicUrl.replace(/^http/, 'ws')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ')

const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(self), geolocation=(self), microphone=(), payment=(), usb=()',
}

/** The usual headers on every reply. HSTS only where the site itself says that it is reached by https. */
export function securityHeaders(options: {
  publicUrl: string
  contentSecurityPolicy: boolean
}): MiddlewareHandler {
  const { publicUrl } = options
  const all = Object.entries({
    ...HEADERS,
    ...(options.contentSecurityPolicy && { 'Content-Security-Policy': contentSecurityPolicy(publicUrl) }),
    ...(publicUrl.startsWith('https:') && {
      'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
    }),
  })
  // Before the handler, so that they go into the one reply it makes; afterwards the reply would be copied.
  return (c, next) => {
    for (const [name, value] of all) c.header(name, value)
    return next()
  }
}

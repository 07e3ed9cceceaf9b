import type { MiddlewareHandler } from 'hono'

/**
 * Constant, since no page has an executable inline script or an inline style. `data:` serves the blurred
 * previews that the browser draws from a photo's thumbhash.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
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
  https: boolean
  contentSecurityPolicy: boolean
}): MiddlewareHandler {
  const all = Object.entries({
    ...HEADERS,
    ...(options.contentSecurityPolicy && { 'Content-Security-Policy': CONTENT_SECURITY_POLICY }),
    ...(options.https && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
  })
  // Before the handler, so that they go into the one reply it makes; afterwards the reply would be copied.
  return (c, next) => {
    for (const [name, value] of all) c.header(name, value)
    return next()
  }
}

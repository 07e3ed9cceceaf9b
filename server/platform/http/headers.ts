import { createHash } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'

/** What stands within a page's HTML: constants of the build, so that the policy names them by their hashes. */
export interface InlineTexts {
  script?: string
  styles?: string
}

export const POLICY_HEADER = 'Content-Security-Policy'

/** All that is left of the policy where the reply is no document. */
export const NO_FRAME = "frame-ancestors 'none'"

const ownAnd = (text: string | undefined) =>
  text ? `'self' 'sha256-${createHash('sha256').update(text).digest('base64')}'` : "'self'"

/**
 * Constant for each kind of page. `data:` serves the blurred previews that the browser draws from a photo's thumbhash.
 */
export const contentSecurityPolicy = (publicUrl: string, { script, styles }: InlineTexts = {}) =>
  [
    "default-src 'self'",
    `script-src ${ownAnd(script)}`,
    `style-src ${ownAnd(styles)}`,
    "img-src 'self' data: blob:",
    // Safari before 15.4 does not count the site's own web socket as 'self'.
    `connect-src 'self' ${publicUrl.replace(/^http/, 'ws')}`,
    "object-src 'none'",
    "base-uri 'none'",
    NO_FRAME,
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

/** Of the site's own scripts and styles: what a worker may do is said by the reply that it comes from. */
export const OWN_ALONE = `default-src 'self'; ${NO_FRAME}`

/** Of use with documents alone; each photo and script of a page would carry half a kilobyte of them. */
export const DOCUMENT_HEADERS = [
  POLICY_HEADER,
  'X-Frame-Options',
  'Referrer-Policy',
  'Cross-Origin-Opener-Policy',
  'Permissions-Policy',
]

/** Takes away what is of no use where the reply is no document. */
export function dropDocumentHeaders(c: Context, policy: string): void {
  for (const name of DOCUMENT_HEADERS) c.header(name, undefined)
  c.header(POLICY_HEADER, policy)
}

interface HeaderOptions {
  publicUrl: string
  contentSecurityPolicy: boolean
}

/** The usual headers of every reply. HSTS only where the site itself says that it is reached by https. */
export function securityHeaderList({ publicUrl, contentSecurityPolicy: hasPolicy }: HeaderOptions) {
  return Object.entries({
    ...HEADERS,
    ...(hasPolicy && { [POLICY_HEADER]: contentSecurityPolicy(publicUrl) }),
    ...(publicUrl.startsWith('https:') && {
      'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
    }),
  })
}

export function securityHeaders(options: HeaderOptions): MiddlewareHandler {
  const all = securityHeaderList(options)
  // Before the handler, so that they go into the one reply it makes; afterwards the reply would be copied.
  return (c, next) => {
    for (const [name, value] of all) c.header(name, value)
    return next()
  }
}

import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'

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
const DOCUMENT_HEADERS = [
  POLICY_HEADER,
  'X-Frame-Options',
  'Referrer-Policy',
  'Cross-Origin-Opener-Policy',
  'Permissions-Policy',
]

/** Takes away what is of no use where the reply is no document. */
export function dropDocumentHeaders(reply: FastifyReply, policy: string): void {
  for (const name of DOCUMENT_HEADERS) reply.removeHeader(name)
  reply.header(POLICY_HEADER, policy)
}

interface HeaderOptions {
  publicUrl: string
  hasPolicy: boolean
}

/** The usual headers of every reply. HSTS only where the site itself says that it is reached by https. */
export const securityHeaders = ({ publicUrl, hasPolicy }: HeaderOptions): Record<string, string> => ({
  ...HEADERS,
  ...(hasPolicy && { [POLICY_HEADER]: contentSecurityPolicy(publicUrl) }),
  ...(publicUrl.startsWith('https:') && {
    'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  }),
})

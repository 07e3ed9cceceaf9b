import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'

/** Script and styles within a page's HTML. They are constants of the build, so the policy lists their hashes. */
export interface InlineTexts {
  script?: string
  styles?: string
}

export const POLICY_HEADER = 'Content-Security-Policy'

/** The policy of replies that are not documents. */
export const NO_FRAME_POLICY = "frame-ancestors 'none'"

const ownAnd = (text: string | undefined) =>
  text ? `'self' 'sha256-${createHash('sha256').update(text).digest('base64')}'` : "'self'"

/**
 * The policy is constant for each kind of page. `data:` allows the blurred previews that the browser draws from a
 * photo's thumbhash.
 */
export const contentSecurityPolicy = (publicUrl: string, { script, styles }: InlineTexts = {}) =>
  [
    "default-src 'self'",
    `script-src ${ownAnd(script)}`,
    `style-src ${ownAnd(styles)}`,
    "img-src 'self' data: blob:",
    // In Safari before 15.4, 'self' does not include the site's own web socket.
    `connect-src 'self' ${publicUrl.replace(/^http/, 'ws')}`,
    "object-src 'none'",
    "base-uri 'none'",
    NO_FRAME_POLICY,
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

/** The policy of the site's own scripts and styles; a worker obeys the policy of its script's reply. */
export const OWN_FILES_POLICY = `default-src 'self'; ${NO_FRAME_POLICY}`

/** Headers that only documents need; without this list each photo and script would carry half a kilobyte of them. */
const DOCUMENT_HEADERS = [
  POLICY_HEADER,
  'X-Frame-Options',
  'Referrer-Policy',
  'Cross-Origin-Opener-Policy',
  'Permissions-Policy',
]

/** Removes headers that are useless on replies that are not documents. */
export function dropDocumentHeaders(reply: FastifyReply, policy: string): void {
  for (const name of DOCUMENT_HEADERS) reply.removeHeader(name)
  reply.header(POLICY_HEADER, policy)
}

interface HeaderOptions {
  publicUrl: string
  hasPolicy: boolean
}

/** Default headers of every reply. HSTS is only sent if the site's public address has https. */
export const securityHeaders = ({ publicUrl, hasPolicy }: HeaderOptions): Record<string, string> => ({
  ...HEADERS,
  ...(hasPolicy && { [POLICY_HEADER]: contentSecurityPolicy(publicUrl) }),
  ...(publicUrl.startsWith('https:') && {
    'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  }),
})

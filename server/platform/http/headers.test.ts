import { expect, it } from 'vitest'
import { contentSecurityPolicy, securityHeaders } from './headers.ts'

const HTTPS = 'https://market.example'
const headersOf = (publicUrl: string) => securityHeaders({ publicUrl, hasPolicy: true })
const directives = (policy: string) => policy.split('; ')

it('a site with https requires https for a year, with its subdomains', () => {
  expect(headersOf(HTTPS)['Strict-Transport-Security']).toBe('max-age=31536000; includeSubDomains')
  expect(headersOf('http://localhost:3000')).not.toHaveProperty('Strict-Transport-Security')
})

it('a page loads only the site’s own files and cannot be framed', () => {
  const policy = headersOf(HTTPS)['Content-Security-Policy'] ?? ''
  expect(directives(policy)).toEqual(
    expect.arrayContaining([
      "default-src 'self'",
      "script-src 'self'",
      "style-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
    ]),
  )
})

it('an inline script is allowed by its hash', () => {
  const [, script = ''] = directives(contentSecurityPolicy(HTTPS, { script: 'start()' })).slice(0, 2)
  expect(script).toMatch(/^script-src 'self' 'sha256-[\w+/]{43}='$/)
})

it('other sites cannot read replies, embed them, or learn paths by links', () => {
  const headers = headersOf(HTTPS)
  expect(Object.keys(headers).filter((name) => name.startsWith('Access-Control'))).toEqual([])
  expect(headers).toMatchObject({
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
  })
})

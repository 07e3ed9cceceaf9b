import type { IncomingMessage } from 'node:http'
import { expect, it, onTestFinished, vi } from 'vitest'
import { addressOf } from '#server/platform/http/client-address.ts'
import { handshakeCheck } from './handshake.ts'

const SITE = { publicUrl: 'https://market.example', isLocal: false }

const requestFrom = (remoteAddress: string, headers: Record<string, string> = {}) =>
  ({ headers, socket: { remoteAddress } }) as unknown as IncomingMessage

it.each([
  ['the site itself', 'https://market.example', undefined],
  ['no browser', undefined, undefined],
  ['another site', 'https://evil.example', 'cross-site-request'],
  ['a page without an origin', 'null', 'cross-site-request'],
  ['the site by another scheme', 'http://market.example', 'cross-site-request'],
])('a handshake from %s gets the expected answer', (_, origin, refusal) => {
  const check = handshakeCheck(SITE, addressOf([]))
  expect(check(requestFrom('198.51.100.7', origin === undefined ? {} : { origin }))).toBe(refusal)
})

it('handshakes are limited per address, which a stranger cannot choose', () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
  onTestFinished(() => clock.mockRestore())
  const check = handshakeCheck(SITE, addressOf(['10.0.0.0/8']))
  const pass = (peer: string, attempts: number) =>
    Array.from({ length: attempts }, (_, at) =>
      check(requestFrom(peer, { 'x-forwarded-for': `203.0.113.${at % 250}` })),
    ).filter((refusal) => refusal === undefined).length
  expect(pass('198.51.100.7', 1500)).toBe(1000)
  expect(pass('198.51.100.8', 100)).toBe(100)
  expect(pass('10.1.2.3', 1500)).toBe(1500)
})

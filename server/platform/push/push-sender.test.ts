import type { LookupAddress } from 'node:dns'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PushService, startPushService } from '#testing/services/push-service.ts'
import { TEST_CERTIFICATE } from '#testing/services/certificate.ts'
import webPush from 'web-push'
import { isPublicAddress, type Resolve } from './public-address.ts'
import { endpointKind } from './push-hosts.ts'
import { createPushSender, PAYLOAD_BYTES_MAX, type PushTarget, retryAfterSeconds } from './push-sender.ts'

let service: PushService
beforeAll(async () => {
  service = await startPushService()
})
afterAll(() => service.close())

const keys = webPush.generateVAPIDKeys()
const MESSAGE = { payload: JSON.stringify({ type: 'test' }), topic: 'test', urgency: 'normal' } as const

function target(endpoint?: string): PushTarget {
  const { subscription } = service.browser()
  return { ...subscription.keys, endpoint: endpoint ?? subscription.endpoint }
}

/** A resolver that returns these addresses for every name. */
const resolving =
  (...addresses: LookupAddress[]): Resolve =>
  (_host, _options, answer) =>
    answer(null, addresses)

describe('an address', () => {
  it.each([
    '8.8.8.8',
    '142.250.1.1',
    '2a00:1450:4009:80b::200a',
    '172.15.0.1',
    '100.63.0.1',
    '192.0.1.1',
    '198.20.0.1',
    '2606:4700::1111',
    '2001:200::1',
    '3fff:1000::1',
  ])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it.each([
    '127.0.0.1',
    '127.8.8.8',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '64:ff9b::808:808',
    '64:ff9b:1::a00:1',
    '::ffff:0:7f00:1',
    '100::1',
    '100:0:0:1::1',
    '2001::1',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    '2001:db8::1',
    '3fff::1',
    '3fff:fff::1',
    '5f00::1',
    '4000::1',
    '192.0.0.8',
    '192.88.99.1',
    '198.19.255.255',
    '100.127.255.255',
    '255.255.255.255',
    '2002:7f00:1::',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    'no address',
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})

describe('a push endpoint', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://updates-autopush.stage.push.services.mozilla.com/wpush/v2/abc',
    'https://wns2-par02p.notify.windows.com/w/?token=abc%2f',
    'https://web.push.apple.com/QGabc',
  ])('%s belongs to a push service', (endpoint) => {
    expect(endpointKind(endpoint, [])).toBe('known')
  })

  it.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://fcm.googleapis.com.evil.example/x',
    'https://evilfcm.googleapis.com/x',
    'https://push.apple.com/x',
    'https://evilpush.apple.com/x',
    'https://fcm.googleapis.com@evil.example/x',
    'https://user:secret@fcm.googleapis.com/x',
    'https://evil.example/#fcm.googleapis.com',
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://localhost/x',
    'https://169.254.169.254/latest/meta-data',
    'https://2130706433/x',
    'ftp://fcm.googleapis.com/x',
    'https:\\\\fcm.googleapis.com/x',
    'fcm.googleapis.com/x',
    '',
  ])('%s is not a push service', (endpoint) => {
    expect(endpointKind(endpoint, [])).toBeUndefined()
  })

  it('is accepted from the settings with its exact port only', () => {
    expect(endpointKind('https://localhost:4443/x', ['localhost:4443'])).toBe('configured')
    expect(endpointKind('https://localhost:4444/x', ['localhost:4443'])).toBeUndefined()
    expect(endpointKind('http://localhost:4443/x', ['localhost:4443'])).toBeUndefined()
  })

  it('must have keys that can encrypt', () => {
    const good = target()
    expect(service.sender.accepts(good)).toBe(true)
    expect(service.sender.accepts({ ...good, p256dh: 'B'.repeat(87) })).toBe(false)
    expect(service.sender.accepts({ ...good, auth: 'short' })).toBe(false)
    expect(service.sender.accepts({ ...good, endpoint: 'https://evil.example/x' })).toBe(false)
  })
})

describe('sending a push', () => {
  it.each([
    [{ status: 201 }, { outcome: 'taken' }],
    [{ status: 404 }, { outcome: 'gone' }],
    [{ status: 410 }, { outcome: 'gone' }],
    [
      { status: 429, headers: { 'Retry-After': '17' } },
      { outcome: 'later', seconds: 17 },
    ],
    [{ status: 503 }, { outcome: 'later', seconds: undefined }],
    [{ status: 413 }, { outcome: 'refused', reason: 'HTTP 413', isPermanent: false }],
    [{ status: 403 }, { outcome: 'refused', reason: 'HTTP 403', isPermanent: true }],
  ])('turns %o into %o', async (answer, outcome) => {
    service.answers.push(answer)
    expect(await service.sender.send(target(), MESSAGE, keys)).toMatchObject(outcome)
    expect(service.problems).toEqual([])
  })

  it('follows no redirect', async () => {
    const elsewhere = service.browser()
    const before = service.requests
    for (const status of [301, 302, 303, 307, 308]) {
      service.answers.push({ status, headers: { Location: elsewhere.subscription.endpoint } })
      expect(await service.sender.send(target(), MESSAGE, keys)).toEqual({
        outcome: 'refused',
        reason: `HTTP ${status}`,
        isPermanent: false,
      })
    }
    expect(service.requests - before).toBe(5)
    expect(elsewhere.pushed).toEqual([])
  })

  it.each([
    [{ address: '127.0.0.1', family: 4 }],
    [{ address: '::1', family: 6 }],
    [
      { address: '142.250.1.1', family: 4 },
      { address: '10.0.0.1', family: 4 },
    ],
  ])('refuses a known name that resolves to %o', async (...addresses) => {
    const sender = createPushSender({
      contact: 'support@example.com',
      ownHosts: [],
      ca: TEST_CERTIFICATE,
      resolve: resolving(...addresses),
    })
    const before = service.requests
    const outcome = await sender.send(target('https://fcm.googleapis.com/fcm/send/abc'), MESSAGE, keys)
    expect(outcome).toEqual({ outcome: 'refused', reason: 'EPRIVATE', isPermanent: false })
    expect(service.requests).toBe(before)
    sender.close()
  })

  it('is postponed if the name is not found or the service is down', async () => {
    const sender = createPushSender({
      contact: 'support@example.com',
      ownHosts: ['localhost:1'],
      resolve: (_host, _options, answer) =>
        answer(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }), []),
    })
    const unknown = await sender.send(target('https://fcm.googleapis.com/fcm/send/abc'), MESSAGE, keys)
    expect(unknown).toMatchObject({ outcome: 'later', reason: 'ENOTFOUND' })
    expect(await sender.send(target('https://localhost:1/x'), MESSAGE, keys)).toMatchObject({
      outcome: 'later',
      reason: 'ECONNREFUSED',
    })
    sender.close()
  })

  it('trusts known certificates only', async () => {
    const sender = createPushSender({ contact: 'support@example.com', ownHosts: [service.host] })
    expect(await sender.send(target(), MESSAGE, keys)).toMatchObject({ outcome: 'later' })
    sender.close()
  })

  it('refuses unknown services and large payloads', async () => {
    expect(await service.sender.send(target('https://evil.example/x'), MESSAGE, keys)).toMatchObject({
      outcome: 'refused',
    })
    const large = { ...MESSAGE, payload: 'x'.repeat(PAYLOAD_BYTES_MAX + 1) }
    await expect(service.sender.send(target(), large, keys)).rejects.toThrow(RangeError)
  })
})

it.each([
  [undefined, undefined],
  ['0', 0],
  ['120', 120],
  ['Fri, 20 Nov 2026 12:01:30 GMT', 90],
  ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
  ['soon', undefined],
])('Retry-After %s means %s seconds', (header, seconds) => {
  expect(retryAfterSeconds(header, Date.parse('2026-11-20T12:00:00Z'))).toBe(seconds)
})

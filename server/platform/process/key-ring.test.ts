import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  acceptedKeys,
  formatKeyRing,
  type KeyRing,
  parseKeyRing,
  ringOf,
  rotate,
  signingKey,
} from './key-ring.ts'
import { createSecrets } from './secrets.ts'

const NOW = Date.parse('2026-11-23T10:00:00Z')
const SECOND = 1000
const DAY = 86_400 * SECOND
const FIRST = ringOf(new Uint8Array(32).fill(7))
const rotated = (ring: KeyRing = FIRST, now = NOW, isLeaked = false) =>
  rotate(ring, { now, from: now + 3 * SECOND, isLeaked })

describe('a key ring', () => {
  it('is formatted and parsed, also as a single key', () => {
    const ring = rotated(rotated(), NOW + DAY)
    for (const separator of ['\n', ',']) expect(parseKeyRing(formatKeyRing(ring, separator))).toEqual(ring)
    expect(formatKeyRing(FIRST, '\n')).toBe(Buffer.alloc(32, 7).toString('base64'))
    for (const text of ['', 'c2hvcnQ=', `${formatKeyRing(FIRST, ',')}@soon`, `${formatKeyRing(ring, ',')},x`])
      expect(parseKeyRing(text)).toBeUndefined()
  })

  it('signs with the new key soon and accepts the old one for sixty days', () => {
    const ring = rotated()
    const [first, second] = ring
    expect(signingKey(ring, NOW)).toBe(first)
    expect(acceptedKeys(ring, NOW)).toEqual([second, first])
    expect(signingKey(ring, NOW + 3 * SECOND)).toBe(second)
    expect(acceptedKeys(ring, NOW + 59 * DAY)).toEqual([second, first])
    expect(acceptedKeys(ring, NOW + 61 * DAY)).toEqual([second])
  })

  it('accepts nothing from a leaked key and those before it', () => {
    const ring = rotated(rotated(), NOW + DAY, true)
    expect(acceptedKeys(ring, NOW + DAY + 3 * SECOND)).toEqual([ring[2]])
  })

  it('drops keys that are no longer accepted, except the first', () => {
    const second = rotated()
    const third = rotated(second, NOW + DAY)
    const fourth = rotated(third, NOW + 90 * DAY)
    expect(fourth.map(({ bytes }) => bytes)).toEqual([first(third), third[2]?.bytes, fourth.at(-1)?.bytes])
  })
})

const first = (ring: KeyRing) => ring[0]?.bytes

describe('secrets with several keys', () => {
  function secretsAt(time: number) {
    vi.useFakeTimers({ now: NOW })
    onTestFinished(() => void vi.useRealTimers())
    let ring = FIRST
    const secrets = createSecrets(() => ring)
    return {
      secrets,
      rotate: (isLeaked: boolean) => ((ring = rotated(ring, NOW, isLeaked)), vi.setSystemTime(time)),
    }
  }

  it('accept signatures of an earlier key for a while', () => {
    const { secrets, rotate: rotateTo } = secretsAt(NOW + DAY)
    const proof = secrets.digest('private-photos', 'a')
    const accepted = secrets.acceptedKeysFor('access-token')
    rotateTo(false)
    expect(secrets.digest('private-photos', 'a')).not.toEqual(proof)
    expect(secrets.isDigest('private-photos', 'a', proof)).toBe(true)
    expect(secrets.isDigest('private-photos', 'a', proof.subarray(0, 16))).toBe(true)
    expect(secrets.isDigest('private-photos', 'b', proof)).toBe(false)
    expect(secrets.isDigest('private-photos', 'a', proof.subarray(0, 2))).toBe(false)
    expect(secrets.acceptedKeysFor('access-token')).not.toBe(accepted)
    expect(secrets.acceptedKeysFor('access-token')).toBe(secrets.acceptedKeysFor('access-token'))
    vi.setSystemTime(NOW + 61 * DAY)
    expect(secrets.isDigest('private-photos', 'a', proof)).toBe(false)
  })

  it('refuse signatures of a leaked key but still decrypt with it', () => {
    const { secrets, rotate: rotateTo } = secretsAt(NOW + DAY)
    const proof = secrets.digest('refresh-token', 'a')
    const sealed = secrets.encrypt('totp', 'JBSWY3DPEHPK3PXP')
    rotateTo(true)
    expect(secrets.isDigest('refresh-token', 'a', proof)).toBe(false)
    expect(secrets.decrypt('totp', sealed)).toBe('JBSWY3DPEHPK3PXP')
    expect(secrets.decrypt('totp', secrets.encrypt('totp', 'new'))).toBe('new')
  })

  it.each(['mailbox', 'imei', 'recovery-code', 'sms-number', 'unsubscribe'])(
    'find %s by its hash for good',
    (purpose) => {
      const { secrets, rotate: rotateTo } = secretsAt(NOW + 400 * DAY)
      const hash = secrets.digest(purpose, 'a')
      rotateTo(true)
      expect(secrets.digest(purpose, 'a')).toEqual(hash)
      expect(secrets.isDigest(purpose, 'a', hash)).toBe(true)
    },
  )
})

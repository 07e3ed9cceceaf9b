import { randomBytes } from 'node:crypto'

const KEY_BYTES = 32
const DAY_MS = 86_400_000
/** Lifetime of an unused session, so that no session ends because of a rotation. */
const ACCEPTED_DAYS = 60

/** One of a site's keys, which are sorted from the first to the newest. */
export interface RingKey {
  bytes: Buffer
  /** Start of its time to sign, in milliseconds since 1970; the next key's start ends it. */
  from: number
  /** End of the time in which its signatures are accepted; null while there is no newer key. */
  until: number | null
}

export type KeyRing = readonly RingKey[]

export const ringOf = (bytes: Uint8Array): KeyRing => [{ bytes: Buffer.from(bytes), from: 0, until: null }]

const ENTRY = /^([A-Za-z0-9+/]{43}=?)(?:@(\d{4}-[\dT:.-]+Z)(?:\.\.(\d{4}-[\dT:.-]+Z))?)?$/

function parseEntry(text: string): RingKey | undefined {
  const [, key, from, until] = ENTRY.exec(text) ?? []
  if (key === undefined) return undefined
  const times = [from === undefined ? 0 : Date.parse(from), until === undefined ? null : Date.parse(until)]
  if (times.some(Number.isNaN)) return undefined
  return { bytes: Buffer.from(key, 'base64'), from: times[0] ?? 0, until: times[1] ?? null }
}

/** Parses one key, or several as `formatKeyRing` writes them. Undefined for anything else. */
export function parseKeyRing(text: string): KeyRing | undefined {
  const keys = text
    .trim()
    .split(/[\s,]+/)
    .map(parseEntry)
  return keys.every((key) => key !== undefined && key.bytes.length === KEY_BYTES)
    ? (keys as RingKey[])
    : undefined
}

const formatTime = (time: number) => new Date(time).toISOString()

/** Writes each key as `key@from..until`. A site's only key is written without times. */
export const formatKeyRing = (ring: KeyRing, separator: string): string =>
  ring
    .map(({ bytes, from, until }) => {
      if (from === 0 && until === null) return bytes.toString('base64')
      const end = until === null ? '' : `..${formatTime(until)}`
      return `${bytes.toString('base64')}@${formatTime(from)}${end}`
    })
    .join(separator)

export const newKey = (): Buffer => randomBytes(KEY_BYTES)

interface Rotation {
  now: number
  /** Time when every process knows the new key. */
  from: number
  /** True to reject the signatures of earlier keys from `from` on. */
  isLeaked: boolean
}

/**
 * Adds a key, which signs from `from` on. Earlier keys are accepted for sixty days and then removed, except the
 * first: hashes stored under it cannot be computed again.
 */
export function rotate(ring: KeyRing, { now, from, isLeaked }: Rotation): KeyRing {
  const end = isLeaked ? from : from + ACCEPTED_DAYS * DAY_MS
  const earlier = ring
    .map((key) => ({ ...key, until: Math.min(key.until ?? end, end) }))
    .filter((key, index) => index === 0 || key.until > now)
  return [...earlier, { bytes: newKey(), from, until: null }]
}

/** The newest key whose time has begun. */
export const signingKey = (ring: KeyRing, now: number): RingKey =>
  (ring.findLast((key) => key.from <= now) ?? ring[0]) as RingKey

/**
 * Accepted keys, newest first. They include a key that is about to sign, because the clock of another process may be
 * ahead.
 */
export const acceptedKeys = (ring: KeyRing, now: number): RingKey[] =>
  ring.filter(({ until }) => until === null || until > now).toReversed()

import { randomBytes } from 'node:crypto'

const KEY_BYTES = 32
const DAY_MS = 86_400_000
/** As long as a session lasts that nobody uses, so that no session ends because the key is another one. */
const ACCEPTED_DAYS = 60

/** One of a site's keys, from the first to the newest. */
export interface RingKey {
  bytes: Buffer
  /** Milliseconds since 1970: it signs from then on, until the next one does. */
  from: number
  /** Until then what it signed is accepted; null for as long as there is no newer one. */
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

/** `key`, or several as `formatKeyRing` writes them. Undefined for anything else. */
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

/** `key@from..until` each; of the first key the beginning is left out, so that a site's only key stands alone. */
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
  /** When every process knows the new key. */
  from: number
  /** From then on nothing that earlier keys signed is accepted any longer. */
  isLeaked: boolean
}

/**
 * With one more key, which signs from `from` on. Earlier ones are accepted for sixty days, then they go, but for the
 * first: what is stored as its hash cannot be made anew.
 */
export function rotate(ring: KeyRing, { now, from, isLeaked }: Rotation): KeyRing {
  const end = isLeaked ? from : from + ACCEPTED_DAYS * DAY_MS
  const earlier = ring
    .map((key) => ({ ...key, until: Math.min(key.until ?? end, end) }))
    .filter((key, index) => index === 0 || key.until > now)
  return [...earlier, { bytes: newKey(), from, until: null }]
}

/** The newest that has begun. */
export const signingKey = (ring: KeyRing, now: number): RingKey =>
  (ring.findLast((key) => key.from <= now) ?? ring[0]) as RingKey

/** Newest first; also one that is about to sign, since another process's clock may be ahead. */
export const acceptedKeys = (ring: KeyRing, now: number): RingKey[] =>
  ring.filter(({ until }) => until === null || until > now).toReversed()

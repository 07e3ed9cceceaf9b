import { createContext, useContext } from 'react'
import { STALE_HEADER } from '#contract/served-stale.ts'
import { createListeners } from '#web/platform/ui/listeners.ts'

const MINUTE_MS = 60_000
/** A reply has the time when it was sent; on a slow connection it arrives later. */
const TOLERANCE_MS = 30_000

/** The server's time: what it dates is compared with this, since a device's own clock may be days away from it. */
export interface SiteClock {
  /** Milliseconds since 1970 at which the server rendered the page. */
  readonly renderedAt: number
  /** Milliseconds since 1970. */
  now(): number
  /** The same, renewed each minute and when the clock is corrected. */
  minute(): number
  onMinute(listener: () => void): () => void
  /** A time noted by this device's clock, as the server would have noted it. */
  fromDevice(milliseconds: number): number
  /** A time noted by the server, as this device would have noted it. */
  toDevice(milliseconds: number): number
  /** Learns from a reply how far the device's clock is away. */
  note(reply: Response): void
}

interface SiteClockOptions {
  renderedAt?: number
  /** How far the server's clock is ahead of this device's, in milliseconds. */
  offset?: number
  onCorrected?: (offset: number) => void
}

/** When a reply left the server; undefined of a copy, whose age is not known. */
function sentAt({ headers }: Response): number | undefined {
  const isChecked = /no-store|no-cache/.test(headers.get('Cache-Control') ?? '')
  if (!isChecked || headers.has(STALE_HEADER)) return undefined
  const sent = Date.parse(headers.get('Date') ?? '') + Number(headers.get('Age') ?? 0) * 1000
  return Number.isFinite(sent) ? sent : undefined
}

export function createSiteClock(options: SiteClockOptions = {}): SiteClock {
  const { renderedAt = Date.now(), onCorrected } = options
  let { offset = 0 } = options
  let minute: number | undefined
  let timer: ReturnType<typeof setInterval> | undefined
  let followers = 0
  const listeners = createListeners()
  const now = () => Date.now() + offset

  function renew() {
    minute = now()
    listeners.call()
  }

  return {
    renderedAt,
    now,
    minute: () => (minute ??= now()),
    onMinute(listener) {
      const remove = listeners.add(listener)
      followers += 1
      if (followers === 1) {
        minute = now()
        timer = setInterval(renew, MINUTE_MS)
      }
      return () => {
        remove()
        followers -= 1
        if (followers === 0) clearInterval(timer)
      }
    },
    fromDevice: (milliseconds) => milliseconds + offset,
    toDevice: (milliseconds) => milliseconds - offset,
    note(reply) {
      const sent = sentAt(reply)
      if (sent === undefined || Math.abs(sent - now()) < TOLERANCE_MS) return
      offset = sent - Date.now()
      renew()
      onCorrected?.(offset)
    },
  }
}

interface PageTimes {
  renderedAt: number
  /** How long ago that was, if the page is marked as a copy. */
  staleMs: number
  /** Whether a service worker may have served a copy without a mark. */
  isFromWorker: boolean
  /** Found at an earlier visit; 0 if none was. */
  storedOffset: number
}

/** Pages are served from memory for two minutes, and from a CDN for one and a half more. */
const PAGE_AGE_MAX_MS = 5 * MINUTE_MS

/** What a page itself says of the device's clock: it was rendered before now, and unless it is a copy not long before. */
export function offsetByPage({ renderedAt, staleMs, isFromWorker, storedOffset }: PageTimes): number {
  const age = Date.now() + storedOffset - (renderedAt + staleMs)
  const isWrong = age < 0 || (age > PAGE_AGE_MAX_MS && !isFromWorker)
  return isWrong ? storedOffset - age : storedOffset
}

const SiteClockContext = createContext<SiteClock | null>(null)

export const SiteClockProvider = SiteClockContext.Provider

export function useSiteClock(): SiteClock {
  const clock = useContext(SiteClockContext)
  if (!clock) throw new Error('No SiteClockProvider above')
  return clock
}

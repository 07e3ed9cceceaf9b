import { createContext, useContext } from 'react'
import { createListeners } from '#web/platform/browser/listeners.ts'

/**
 * The server's time. Times from the server are compared with it, because a device's clock may be days off.
 */
export interface SiteClock {
  /** Time of the server's rendering, in milliseconds since 1970. */
  readonly renderedAt: number
  /** How far the server's clock is ahead of this device's, in milliseconds. */
  offset: number
  /** Now, in milliseconds since 1970. */
  now(): number
  /** The time of `now`, updated only each minute and when the clock is corrected. */
  minute(): number
  onMinute(listener: () => void): () => void
  /** Sets another offset, if there is one, and calls the listeners. */
  correct(offset?: number): void
  /** Reads from a reply how far the device's clock is off; undefined until `followReplies` sets it. */
  note?: (reply: Response) => void
}

export function createSiteClock({ renderedAt = Date.now(), offset = 0 } = {}): SiteClock {
  let minute = 0
  const listeners = createListeners()
  const clock: SiteClock = {
    renderedAt,
    offset,
    now: () => Date.now() + clock.offset,
    minute: () => (minute ||= clock.now()),
    onMinute(listener: () => void) {
      minute = clock.now()
      return listeners.add(listener)
    },
    correct(next = clock.offset) {
      clock.offset = next
      minute = clock.now()
      listeners.call()
    },
  }
  return clock
}

/**
 * Pages are served from memory for two minutes and from a CDN for another minute and a half; the rest is a
 * margin.
 */
const PAGE_AGE_MAX_MS = 5 * 60_000

/**
 * Offset of this device's clock if a page that the server rendered at that time shows that it is wrong,
 * otherwise 0.
 */
export function offsetByPage(renderedAt: number): number {
  const offset = renderedAt - Date.now()
  return Math.abs(offset) > PAGE_AGE_MAX_MS ? offset : 0
}

const SiteClockContext = createContext<SiteClock | null>(null)

export const SiteClockProvider = SiteClockContext.Provider

export function useSiteClock(): SiteClock {
  const clock = useContext(SiteClockContext)
  if (!clock) throw new Error('No SiteClockProvider above')
  return clock
}

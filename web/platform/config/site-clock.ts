import { createContext, useContext } from 'react'
import { createListeners } from '#web/platform/browser/listeners.ts'

/** The server's time: what it dates is compared with this, since a device's own clock may be days away from it. */
export interface SiteClock {
  /** Milliseconds since 1970 at which the server rendered the page. */
  readonly renderedAt: number
  /** How far the server's clock is ahead of this device's, in milliseconds. */
  offset: number
  /** Milliseconds since 1970. */
  now(): number
  /** The same, renewed each minute and when the clock is corrected. */
  minute(): number
  onMinute(listener: () => void): () => void
  /** Takes another offset if there is one, and calls who follows the time. */
  correct(offset?: number): void
  /** Learns from a reply how far the device's clock is away; once `followReplies` has set it. */
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

/** Pages are served from memory for two minutes, and from a CDN for one and a half more. */
const PAGE_AGE_MAX_MS = 5 * 60_000

/** What a page that was rendered at that time, by the server, says of this device's clock. */
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

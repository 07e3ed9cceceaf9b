import { useSyncExternalStore } from 'react'
import { useSiteClock } from '#web/platform/config/site-clock.ts'

/**
 * The server's time in milliseconds since 1970, renewed each minute. While a page is being taken over it is the time at
 * which the server rendered it, so that a cached page's ages agree with what the browser draws.
 */
export function useNow(): number {
  const clock = useSiteClock()
  return useSyncExternalStore(clock.onMinute, clock.minute, () => clock.renderedAt)
}

/** A time noted by this device's clock, as the server would have noted it. */
export function useFromDevice(milliseconds: number): number {
  const clock = useSiteClock()
  // What is known of the device's clock may change.
  useNow()
  return milliseconds + clock.offset
}

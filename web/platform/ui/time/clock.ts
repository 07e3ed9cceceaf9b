import { useSyncExternalStore } from 'react'
import { useSiteClock } from '#web/platform/config/site-clock.ts'

/**
 * The server's time in milliseconds since 1970, updated each minute. During hydration it is the time at which
 * the server rendered the page, so that the ages in a cached page match those that the browser renders.
 */
export function useNow(): number {
  const clock = useSiteClock()
  return useSyncExternalStore(clock.onMinute, clock.minute, () => clock.renderedAt)
}

/** Converts a time by this device's clock to the server's clock. */
export function useFromDevice(milliseconds: number): number {
  const clock = useSiteClock()
  // The offset of the device's clock may change.
  useNow()
  return milliseconds + clock.offset
}

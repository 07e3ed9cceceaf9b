import { deviceStorage } from '#web/platform/offline/browser-storage.ts'

const STORAGE_KEY = 'sankofa.data-use'
/** A shorter interval would cost time, and a longer one would lose more when a tab closes. */
const STORE_INTERVAL_MS = 10_000

/**
 * Bytes of a calendar month on this device: those that came over the network, and those that its cache saved.
 */
export interface DataUse {
  month: string
  used: number
  saved: number
}

const thisMonth = () => new Date().toISOString().slice(0, 7)

/** Data use of this month; an earlier month's is dropped. */
export function readDataUse(): DataUse {
  const none = { month: thisMonth(), used: 0, saved: 0 }
  const stored = deviceStorage.read<DataUse>(STORAGE_KEY)
  return stored?.month === none.month ? stored : none
}

/** Bytes that one file used, or saved because it was already on the device. */
export function costOf({ transferSize, encodedBodySize }: Sizes): Pick<DataUse, 'used' | 'saved'> {
  return transferSize > 0 ? { used: transferSize, saved: 0 } : { used: 0, saved: encodedBodySize }
}

type Sizes = Pick<PerformanceResourceTiming, 'transferSize' | 'encodedBodySize'>

/** Counts everything this tab loads, from the first byte on. */
export function startDataMeter(): void {
  let waiting = { used: 0, saved: 0 }
  const store = () => {
    if (waiting.used + waiting.saved === 0) return
    const { month, used, saved } = readDataUse()
    const sum = { month, used: used + waiting.used, saved: saved + waiting.saved }
    if (deviceStorage.set(STORAGE_KEY, JSON.stringify(sum))) waiting = { used: 0, saved: 0 }
  }
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceResourceTiming[]) {
      const { used, saved } = costOf(entry)
      waiting = { used: waiting.used + used, saved: waiting.saved + saved }
    }
  })
  observer.observe({ type: 'navigation', buffered: true })
  observer.observe({ type: 'resource', buffered: true })
  setInterval(store, STORE_INTERVAL_MS)
  addEventListener('pagehide', store)
  addEventListener('visibilitychange', store)
}

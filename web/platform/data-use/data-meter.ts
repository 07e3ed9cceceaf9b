import { deviceStorage } from '#web/platform/offline/browser-storage.ts'

const STORAGE_KEY = 'sankofa.data-use'
/** Seldom enough to cost nothing, often enough that a closed tab loses little. */
const STORE_EVERY_MS = 10_000

/** Bytes of a calendar month on this device: what came over the network, and what its own cache spared. */
export interface DataUse {
  month: string
  used: number
  saved: number
}

const thisMonth = () => new Date().toISOString().slice(0, 7)

/** Of this month; nothing of an earlier one. */
export function readDataUse(): DataUse {
  const none = { month: thisMonth(), used: 0, saved: 0 }
  const stored = deviceStorage.read<DataUse>(STORAGE_KEY)
  return stored?.month === none.month ? stored : none
}

/** What one file cost, and what it would have cost had it not been on the device. */
export function costOf({ transferSize, encodedBodySize }: Sizes): Pick<DataUse, 'used' | 'saved'> {
  return transferSize > 0 ? { used: transferSize, saved: 0 } : { used: 0, saved: encodedBodySize }
}

type Sizes = Pick<PerformanceResourceTiming, 'transferSize' | 'encodedBodySize'>

/** Counts what this tab loads, from its first byte on. */
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
  setInterval(store, STORE_EVERY_MS)
  addEventListener('pagehide', store)
  addEventListener('visibilitychange', store)
}

import { createSiteClock, offsetByPage, type SiteClock } from './site-clock.ts'
import { deviceStorage } from '#web/platform/offline/browser-storage.ts'
import { documentAgeMs } from './served-stale.ts'

const STORAGE_KEY = 'sankofa.clock'

const isFromWorker = () =>
  (performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]).some(
    ({ workerStart }) => workerStart > 0,
  )

/** The clock of this tab. What was found of the device's stays there for pages that are opened without a network. */
export function startSiteClock(renderedAt: number): SiteClock {
  const offset = offsetByPage({
    renderedAt,
    staleMs: documentAgeMs() ?? 0,
    isFromWorker: isFromWorker(),
    storedOffset: Number(deviceStorage.get(STORAGE_KEY)) || 0,
  })
  return createSiteClock({
    renderedAt,
    offset,
    onCorrected: (corrected) => deviceStorage.set(STORAGE_KEY, String(corrected)),
  })
}

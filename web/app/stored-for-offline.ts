import { useEffect, useRef } from 'react'
import { useLocation } from '#web/platform/router/use-router.ts'

/**
 * True if the document is worth storing and the service worker did not store it: it is no error page and did not
 * come through the worker, which on a first visit may be in control before the page is hydrated.
 */
function isDocumentUnstored() {
  // Some browsers do not report all of these.
  const [navigation] = performance.getEntriesByType('navigation') as Partial<PerformanceNavigationTiming>[]
  const { responseStatus = 200, workerStart = 0 } = navigation ?? {}
  return responseStatus < 400 && workerStart === 0
}

/** Undefined on a page without https, or if the browser refuses storage. */
function serviceWorkers(): ServiceWorkerContainer | undefined {
  try {
    return navigator.serviceWorker
  } catch {
    return undefined
  }
}

/**
 * Notifies the service worker of each page that is opened without loading a document, so that people can read
 * it offline.
 */
export function useStoredForOffline(): void {
  const { pathname } = useLocation()
  const isFirst = useRef(true)
  useEffect(() => {
    const worker = serviceWorkers()
    const wasFirst = isFirst.current
    isFirst.current = false
    if (!worker || (wasFirst && !isDocumentUnstored())) return
    // Filters often change the address of the same page, so only the first address of a visit is stored.
    const visited = pathname + location.search
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
    void worker.ready.then(({ active }) => active?.postMessage({ visited }))
  }, [pathname])
}

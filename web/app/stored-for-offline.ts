import { useEffect, useRef } from 'react'
import { useLocation } from '#web/platform/router/use-router.ts'

/** True if the document loaded successfully; an error page is not worth storing. */
function wasFound() {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return (navigation?.responseStatus ?? 200) < 400
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
    // The worker stored the document if it came through the worker.
    if (!worker || (wasFirst && (worker.controller || !wasFound()))) return
    // Filters often change the address of the same page, so only the first address of a visit is stored.
    const visited = pathname + location.search
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
    void worker.ready.then(({ active }) => active?.postMessage({ visited }))
  }, [pathname])
}

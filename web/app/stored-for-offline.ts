import { useEffect, useRef } from 'react'
import { useLocation } from '#web/platform/router/use-router.ts'

/** Whether the document itself was a success: a page of what does not exist is not worth storing. */
function wasFound() {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return (navigation?.responseStatus ?? 200) < 400
}

/** None on a page without https, or where the browser refuses storage. */
function serviceWorkers(): ServiceWorkerContainer | undefined {
  try {
    return navigator.serviceWorker
  } catch {
    return undefined
  }
}

/** Notifies the service worker of each page that is opened without loading a document, so that it can be read offline. */
export function useStoredForOffline(): void {
  const { pathname } = useLocation()
  const isFirst = useRef(true)
  useEffect(() => {
    const worker = serviceWorkers()
    const wasFirst = isFirst.current
    isFirst.current = false
    // The worker stored a document that came through it.
    if (!worker || (wasFirst && (worker.controller || !wasFound()))) return
    // Filters change the address often and within the same page: only the first one of a visit is stored.
    const visited = pathname + location.search
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
    void worker.ready.then(({ active }) => active?.postMessage({ visited }))
  }, [pathname])
}

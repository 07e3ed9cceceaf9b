import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Whether the document itself was a success: there is no use in keeping a page of what does not exist. */
function wasFound() {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return (navigation?.responseStatus ?? 200) < 400
}

/** Tells the service worker of each page that is opened without loading a document, so that it can be read offline. */
export function useKeptForOffline(): void {
  const { pathname } = useLocation()
  const isFirst = useRef(true)
  useEffect(() => {
    const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined
    const wasFirst = isFirst.current
    isFirst.current = false
    // A document that came through the worker is kept already.
    if (!worker || (wasFirst && (worker.controller || !wasFound()))) return
    // Filters change the address often and within the same page: only the first one of a visit is kept.
    const visited = pathname + location.search
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
    void worker.ready.then(({ active }) => active?.postMessage({ visited }))
  }, [pathname])
}

import { useEffect, useState } from 'react'

/** After each failure longer. */
const RETRY_MS = 5000

/**
 * Code that a page does not wait for; undefined until it is there. Where it failed to come it is requested again, after a
 * while and when the network is back. `load` is the same function each time.
 */
export function useLaterCode<Module>(load: () => Promise<Module>, isWanted: boolean): Module | undefined {
  const [loaded, setLoaded] = useState<{ module: Module }>()
  const [failures, setFailures] = useState(0)
  const isMissing = isWanted && !loaded
  useEffect(() => {
    if (!isMissing) return undefined
    const request = () =>
      void load().then(
        (module) => setLoaded({ module }),
        () => setFailures((count) => count + 1),
      )
    const timer = setTimeout(request, failures * RETRY_MS)
    addEventListener('online', request)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', request)
    }
  }, [load, isMissing, failures])
  return isWanted ? loaded?.module : undefined
}

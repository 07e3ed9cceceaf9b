import { createContext, useContext, useSyncExternalStore } from 'react'

const RenderedAtContext = createContext(0)
export const RenderedAtProvider = RenderedAtContext.Provider

let minute = 0
const currentMinute = () => (minute ||= Date.now())

function onEachMinute(notify: () => void) {
  minute = Date.now()
  const timer = setInterval(() => {
    minute = Date.now()
    notify()
  }, 60_000)
  return () => clearInterval(timer)
}

/**
 * Milliseconds since 1970, renewed each minute. While a page is being taken over it is the time at which the
 * server rendered it, so that a cached page's ages agree with what the browser draws.
 */
export function useNow(): number {
  const renderedAt = useContext(RenderedAtContext)
  return useSyncExternalStore(onEachMinute, currentMinute, () => renderedAt)
}

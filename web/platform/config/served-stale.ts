import { useSyncExternalStore } from 'react'
import { STALE_HEADER, STALE_TIMING } from '#contract/rendering/served-stale.ts'
import { createListeners } from '#web/platform/browser/listeners.ts'

/** When the shown content was made, by this device's clock; null while it is fresh from the site. */
let asOf: number | null = null
let isDocumentRead = false
const listeners = createListeners()

function setAsOf(next: number | null) {
  if (asOf === next) return
  asOf = next
  listeners.call()
}

/**
 * Notes whether the site can be reached: a stale answer means that it cannot, and a new public answer that it
 * can again.
 */
export function noteAnswer(answer: Response, init?: RequestInit): Response {
  const isPersonal = new Headers(init?.headers).has('Authorization')
  const seconds = answer.headers.get(STALE_HEADER)
  if (seconds !== null) setAsOf(Date.now() - Number(seconds) * 1000)
  else if (answer.ok && !isPersonal) setAsOf(null)
  return answer
}

/** Age of the document if the worker served a copy, or null if it is new. */
export function documentAgeMs(): number | null {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.serverTiming?.find(({ name }) => name === STALE_TIMING)?.duration ?? null
}

function read(): number | null {
  if (isDocumentRead) return asOf
  isDocumentRead = true
  const age = documentAgeMs()
  if (age !== null) asOf = Math.round(performance.timeOrigin - age)
  return asOf
}

/**
 * When the shown content was made, by this device's clock; null unless the site cannot be reached.
 */
export const useServedAsOf = (): number | null => useSyncExternalStore(listeners.add, read, () => null)

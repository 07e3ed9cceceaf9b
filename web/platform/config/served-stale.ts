import { useSyncExternalStore } from 'react'
import { STALE_HEADER, STALE_TIMING } from '#contract/rendering/served-stale.ts'
import { createListeners } from '#web/platform/browser/listeners.ts'

/** When what is shown was made, by this device's clock; null as long as it is new. */
let asOf: number | null = null
let isDocumentRead = false
const listeners = createListeners()

function setAsOf(next: number | null) {
  if (asOf === next) return
  asOf = next
  listeners.call()
}

/** Of a call that is the same for everyone: an old answer stands for a site that is away, a new one for its return. */
export function noteAnswer(answer: Response, init?: RequestInit): Response {
  const isPersonal = new Headers(init?.headers).has('Authorization')
  const seconds = answer.headers.get(STALE_HEADER)
  if (seconds !== null) setAsOf(Date.now() - Number(seconds) * 1000)
  else if (answer.ok && !isPersonal) setAsOf(null)
  return answer
}

/** Age of the document if it is a copy, which may be none yet; null if it is new. */
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

/** When what is shown was made by this device's clock, if the site cannot be reached for anything newer. */
export const useServedAsOf = (): number | null => useSyncExternalStore(listeners.add, read, () => null)

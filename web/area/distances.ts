import { useSyncExternalStore } from 'react'
import { createListeners } from '#web/platform/browser/listeners.ts'

export interface Located {
  region: string
  location: string
}

/** '3 km'; undefined where a text names no town that is known. */
export type Measure = (located: Located) => string | undefined

const changes = createListeners()
let measure: Measure | undefined

/** By the person's town, once that and the towns are known; undefined forgets it. */
export function setMeasure(by: Measure | undefined): void {
  measure = by
  changes.call()
}

const NONE = () => undefined

export const useDistance = (located: Located): string | undefined =>
  useSyncExternalStore(changes.add, () => measure?.(located), NONE)

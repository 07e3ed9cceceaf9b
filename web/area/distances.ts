import { useSyncExternalStore } from 'react'
import { createListeners } from '#web/platform/browser/listeners.ts'

export interface Located {
  region: string
  location: string
}

/** Returns '3 km', or undefined if the text names no known town. */
export type Measure = (located: Located) => string | undefined

const changes = createListeners()
let measure: Measure | undefined

/** Sets the measure from the person's town once that and the towns are loaded; undefined removes it. */
export function setMeasure(by: Measure | undefined): void {
  measure = by
  changes.call()
}

const NONE = () => undefined

export const useDistance = (located: Located): string | undefined =>
  useSyncExternalStore(changes.add, () => measure?.(located), NONE)

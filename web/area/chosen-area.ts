import { useSyncExternalStore } from 'react'
import type { Region } from '#contract/catalog/regions.ts'
import type { Radius } from '#contract/selling/choices.ts'
import { deviceStorage } from '#web/platform/offline/browser-storage.ts'

const STORAGE_KEY = 'sankofa.area'
/** Browsers send this event to other tabs only, so this tab dispatches it to itself. */
const CHANGED = 'storage'

/** The area in which the person of this device looks for things: around a town, or anywhere in a region. */
export interface Area {
  region: Region
  town?: string | undefined
  /** Kilometres around the town. Without a radius, distances are shown and nothing is filtered out. */
  radius?: Radius | undefined
}

let stored: { text: string; area: Area } | undefined

/** Returns the same object until the area changes. */
export function readArea(): Area | undefined {
  const text = deviceStorage.get(STORAGE_KEY)
  if (text === null) return undefined
  if (stored?.text !== text) stored = { text, area: JSON.parse(text) as Area }
  return stored.area
}

export function storeArea(area: Area): void {
  deviceStorage.set(STORAGE_KEY, JSON.stringify(area))
  dispatchEvent(new Event(CHANGED))
}

export function forgetArea(): void {
  deviceStorage.remove(STORAGE_KEY)
  dispatchEvent(new Event(CHANGED))
}

function follow(onChange: () => void) {
  addEventListener(CHANGED, onChange)
  return () => removeEventListener(CHANGED, onChange)
}

const NONE = () => undefined

/** Undefined in server-rendered pages, which are the same for everyone. */
export const useArea = (): Area | undefined => useSyncExternalStore(follow, readArea, NONE)

/** 'Near Kumasi · 25 km', 'Near Kumasi' or 'In Ashanti'. */
export const formatArea = ({ town, region, radius }: Area): string =>
  town === undefined ? `In ${region}` : radius === undefined ? `Near ${town}` : `Near ${town} · ${radius} km`

/** Search filters for the area; keys that do not apply are undefined, so they clear those of another area. */
export const toAreaFilters = (area: Area | undefined) => {
  const { town, region, radius } = area ?? {}
  const isAround = town !== undefined && radius !== undefined
  return {
    near: isAround ? town : undefined,
    within: isAround ? radius : undefined,
    region: town === undefined ? region : undefined,
  }
}

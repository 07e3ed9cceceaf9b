import { useSyncExternalStore } from 'react'
import type { Region } from '#contract/catalog/regions.ts'
import type { Radius } from '#contract/selling/choices.ts'
import { deviceStorage } from '#web/platform/offline/browser-storage.ts'

const STORAGE_KEY = 'sankofa.area'
/** What the browser says of another tab's choice, this tab says of its own. */
const CHANGED = 'storage'

/** Where the person of this device looks for things: around a town, or anywhere in a region. */
export interface Area {
  region: Region
  town?: string | undefined
  /** Kilometres around the town; without them distances are shown, and nothing is left out. */
  radius?: Radius | undefined
}

let stored: { text: string; area: Area } | undefined

/** The same object as long as nothing changes. */
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

/** Undefined on pages as they come from the server, which are the same for everyone. */
export const useArea = (): Area | undefined => useSyncExternalStore(follow, readArea, NONE)

/** 'Near Kumasi · 25 km', 'Near Kumasi' or 'In Ashanti'. */
export const areaInWords = ({ town, region, radius }: Area): string =>
  town === undefined ? `In ${region}` : radius === undefined ? `Near ${town}` : `Near ${town} · ${radius} km`

/** What limits a search to the area; what another area had set is undefined. */
export const filtersOfArea = (area: Area | undefined) => {
  const { town, region, radius } = area ?? {}
  const isAround = town !== undefined && radius !== undefined
  return {
    near: isAround ? town : undefined,
    within: isAround ? radius : undefined,
    region: town === undefined ? region : undefined,
  }
}

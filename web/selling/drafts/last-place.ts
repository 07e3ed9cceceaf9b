import { type Region, REGIONS } from '#contract/catalog/regions.ts'
import { deviceStorage } from '#web/platform/offline/browser-storage.ts'

const STORAGE_KEY = 'sankofa.selling-place'

/** Where the person's last listing of this device was. */
export interface LastPlace {
  personId: string
  region: Region | ''
  location: string
}

export const storeLastPlace = ({ personId, region, location }: LastPlace): boolean =>
  deviceStorage.set(STORAGE_KEY, JSON.stringify({ personId, region, location }))

/** Nothing of somebody else's, or of a region that there is no more. */
export function lastPlaceOf(personId: string): Pick<LastPlace, 'region' | 'location'> | undefined {
  try {
    const stored = JSON.parse(deviceStorage.get(STORAGE_KEY) ?? 'null') as LastPlace | null
    const isOwn = stored?.personId === personId && REGIONS.some((region) => region === stored.region)
    return isOwn ? { region: stored.region, location: String(stored.location) } : undefined
  } catch {
    return undefined
  }
}

export const forgetLastPlace = (): void => deviceStorage.remove(STORAGE_KEY)

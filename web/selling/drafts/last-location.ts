import { type Region, REGIONS } from '#contract/catalog/regions.ts'
import { deviceStorage } from '#web/platform/offline/browser-storage.ts'

const STORAGE_KEY = 'sankofa.selling-location'

/** The place of the person's last listing on this device. */
export interface LastLocation {
  personId: string
  region: Region | ''
  location: string
}

export const storeLastLocation = ({ personId, region, location }: LastLocation): boolean =>
  deviceStorage.set(STORAGE_KEY, JSON.stringify({ personId, region, location }))

/** Ignores another person's location, and a region that no longer exists. */
export function readLastLocation(personId: string): Pick<LastLocation, 'region' | 'location'> | undefined {
  const stored = deviceStorage.read<LastLocation>(STORAGE_KEY)
  const isOwn = stored?.personId === personId && REGIONS.some((region) => region === stored.region)
  return isOwn ? { region: stored.region, location: stored.location } : undefined
}

export const forgetLastLocation = (): void => deviceStorage.remove(STORAGE_KEY)

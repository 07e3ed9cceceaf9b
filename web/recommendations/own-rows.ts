import { deviceStorage } from '#web/platform/offline/browser-storage.ts'

/** The starter reads it before anything is drawn, to leave room for the rows (starter.ts). */
const STORAGE_KEY = 'sankofa.own-rows'

/** Number of rows for the viewer that the home page showed last, or 0. */
export const readOwnRows = (): number => Number(deviceStorage.get(STORAGE_KEY))

export function storeOwnRows(count: number): void {
  if (count === readOwnRows()) return
  if (count === 0) deviceStorage.remove(STORAGE_KEY)
  else deviceStorage.set(STORAGE_KEY, String(count))
}

export const RECENTLY_VIEWED_KEY = 'sankofa.recently-viewed'

export const hasRecentlyViewed = (): boolean => deviceStorage.get(RECENTLY_VIEWED_KEY) !== null

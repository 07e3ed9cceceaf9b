import { deviceStorage } from '#web/platform/offline/browser-storage.ts'
import { MESSAGE_PHOTOS_CACHE } from '#contract/conversations/message-photos-cache.ts'

/** Storage key of the person whose photos the service worker may hold; the worker itself knows no sessions. */
const KEY = 'sankofa.message-photos'

async function deleteCache() {
  try {
    // The cache does not exist on a page without https.
    await globalThis.caches?.delete(MESSAGE_PHOTOS_CACHE)
  } catch {
    // A device that stores nothing has nothing to delete.
  }
}

/** Deletes the message photos that the service worker holds, unless they are this person's. */
export function deleteMessagePhotos(exceptOf?: string): void {
  if (exceptOf && deviceStorage.get(KEY) === exceptOf) return
  void deleteCache()
  if (exceptOf) deviceStorage.set(KEY, exceptOf)
  else deviceStorage.remove(KEY)
}

import { deviceStorage } from '#web/platform/offline/browser-storage.ts'
import { MESSAGE_PHOTOS_CACHE } from '#contract/conversations/message-photos-cache.ts'

/** Whose photos the worker may hold: the worker itself knows nobody. */
const KEY = 'sankofa.message-photos'

async function deleteCache() {
  try {
    // Not on a page that is served without https.
    await globalThis.caches?.delete(MESSAGE_PHOTOS_CACHE)
  } catch {
    // Where nothing can be stored there is nothing to delete.
  }
}

/** Deletes the photos of messages that the worker holds, unless they are this person's. */
export function deleteMessagePhotos(exceptOf?: string): void {
  if (exceptOf && deviceStorage.get(KEY) === exceptOf) return
  void deleteCache()
  if (exceptOf) deviceStorage.set(KEY, exceptOf)
  else deviceStorage.remove(KEY)
}

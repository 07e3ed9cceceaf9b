import { MESSAGE_PHOTOS_CACHE } from '#contract/message-photos-cache.ts'

/** Whose photos the worker may hold: the worker itself knows nobody. */
const KEY = 'sankofa.message-photos'

/** Deletes the photos of messages that the worker holds, unless they are this person's. */
export function forgetMessagePhotos(exceptOf?: string): void {
  if (exceptOf && localStorage.getItem(KEY) === exceptOf) return
  try {
    // Not on a page that is served without https.
    void globalThis.caches?.delete(MESSAGE_PHOTOS_CACHE)
    if (exceptOf) localStorage.setItem(KEY, exceptOf)
    else localStorage.removeItem(KEY)
  } catch {
    // Where nothing can be kept there is nothing to forget.
  }
}

import { useSyncExternalStore } from 'react'
import { deviceStorage } from '#web/platform/offline/browser-storage.ts'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { createListeners } from '#web/platform/browser/listeners.ts'

const STORAGE_KEY = 'sankofa.favourites'
const NONE: readonly string[] = []

/** Holds the favourites of the person signed in; comes with the code that only they load. */
export interface FavouritesSource {
  /** Undefined until the server has answered; calling it requests the answer. */
  isFavourite(productId: string): boolean | undefined
  toggle(productId: string): void
}

let stored: string | null = null
let ids = NONE
let source: FavouritesSource | undefined

/** Favourites stored in this browser, newest last: the same list as long as the stored text is the same. */
export function localFavourites(): readonly string[] {
  const text = deviceStorage.get(STORAGE_KEY)
  if (text === stored) return ids
  stored = text
  const parsed = deviceStorage.read<unknown>(STORAGE_KEY)
  ids = Array.isArray(parsed) ? parsed.filter((id) => typeof id === 'string') : NONE
  return ids
}

const listeners = createListeners()

/** Draws every heart and list anew. */
export const emitFavourites = listeners.call

export function subscribeFavourites(notify: () => void) {
  const stop = listeners.add(notify)
  addEventListener('storage', notify)
  return () => {
    stop()
    removeEventListener('storage', notify)
  }
}

/** False where the browser stores nothing. */
export function writeLocalFavourites(next: readonly string[]): boolean {
  const isWritten = deviceStorage.set(STORAGE_KEY, JSON.stringify(next))
  if (isWritten) emitFavourites()
  return isWritten
}

/** Where favourites come from; without a source they are those stored in this browser. */
export function setFavouritesSource(next: FavouritesSource | undefined) {
  source = next
  emitFavourites()
}

export function showToggled(isFavourite: boolean) {
  if (isFavourite) showToast('Added to favourites', undefined, ['/favourites', 'See favourites'])
  else showToast('Removed from favourites')
}

/** Also for a signed-in person until their source is loaded, which then takes them over. */
function toggleLocal(productId: string) {
  const others = localFavourites().filter((id) => id !== productId)
  const isFavourite = others.length === ids.length
  if (writeLocalFavourites(isFavourite ? [...others, productId] : others)) showToggled(isFavourite)
  else showToast('Could not save', 'Your browser does not allow this site to keep anything.')
}

/** Undefined as long as it is not known. */
export const isFavourite = (productId: string) =>
  source ? source.isFavourite(productId) : localFavourites().includes(productId)

/** Whether this product is among the favourites, undefined until it is known, and how to change it. */
export function useFavourite(productId: string): [isFavourite: boolean | undefined, toggle: () => void] {
  return [
    useSyncExternalStore(
      subscribeFavourites,
      () => isFavourite(productId),
      () => undefined,
    ),
    () => (source ?? { toggle: toggleLocal }).toggle(productId),
  ]
}

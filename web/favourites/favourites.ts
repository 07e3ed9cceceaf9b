import { useSyncExternalStore } from 'react'
import { afterPaint } from '#web/platform/browser/after-paint.ts'
import { deviceStorage } from '#web/platform/offline/browser-storage.ts'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { createListeners } from '#web/platform/browser/listeners.ts'

const STORAGE_KEY = 'sankofa.favourites'
const NONE: readonly string[] = []

/** Holds the favourites of the signed-in person; its code is loaded only for them. */
export interface FavouritesSource {
  /** Undefined until the server has answered; calling this requests the answer. */
  isFavourite(productId: string): boolean | undefined
  toggle(productId: string): void
}

let stored: string | null = null
let ids = NONE
let source: FavouritesSource | undefined

/** Favourites stored in this browser, newest last. Returns the same array until the stored text changes. */
export function localFavourites(): readonly string[] {
  const text = deviceStorage.get(STORAGE_KEY)
  if (text === stored) return ids
  stored = text
  const parsed = deviceStorage.read<unknown>(STORAGE_KEY)
  ids = Array.isArray(parsed) ? parsed.filter((id) => typeof id === 'string') : NONE
  return ids
}

const listeners = createListeners()

/** Redraws every heart and list. */
export const emitFavourites = listeners.call

export function subscribeFavourites(notify: () => void) {
  const stop = listeners.add(notify)
  addEventListener('storage', notify)
  return () => {
    stop()
    removeEventListener('storage', notify)
  }
}

/** Returns false if the browser stores nothing. */
export function writeLocalFavourites(next: readonly string[]): boolean {
  const isWritten = deviceStorage.set(STORAGE_KEY, JSON.stringify(next))
  if (isWritten) emitFavourites()
  return isWritten
}

/** Sets where favourites come from; without a source they come from this browser's storage. */
export function setFavouritesSource(next: FavouritesSource | undefined) {
  source = next
  emitFavourites()
}

/** Shows a toast about a heart that has just changed. */
export const showToggled = (isFavourite: boolean) =>
  afterPaint(() => {
    if (isFavourite) showToast('Added to favourites', undefined, ['/favourites', 'See favourites'])
    else showToast('Removed from favourites')
  })

/** Also stores favourites of signed-in people until their source is loaded, which then takes them over. */
function toggleLocal(productId: string) {
  const others = localFavourites().filter((id) => id !== productId)
  const isFavourite = others.length === ids.length
  if (writeLocalFavourites(isFavourite ? [...others, productId] : others)) showToggled(isFavourite)
  else showToast('Could not save', 'Your browser does not let this site save anything.')
}

/** Undefined until it is known. */
export const isFavourite = (productId: string) =>
  source ? source.isFavourite(productId) : localFavourites().includes(productId)

/** Whether the product is a favourite (undefined until that is known), and a function that changes it. */
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

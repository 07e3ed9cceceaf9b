import { useSyncExternalStore } from 'react'
import { showToast } from '#web/ui/toast.ts'

const STORAGE_KEY = 'sankofa.favourites'
const NONE: readonly string[] = []

/** Holds the favourites of the person signed in; comes with the code that only they load. */
export interface FavouritesKeeper {
  /** Undefined as long as the server has not told: to ask here is to ask it. */
  isKept(productId: string): boolean | undefined
  toggle(productId: string): void
}

let stored: string | null = null
let ids = NONE
let keeper: FavouritesKeeper | undefined

/** What is kept in this browser, newest last: the same list as long as the stored text is the same. */
export function localFavourites(): readonly string[] {
  const text = localStorage.getItem(STORAGE_KEY)
  if (text === stored) return ids
  stored = text
  try {
    const parsed: unknown = JSON.parse(text ?? '[]')
    ids = Array.isArray(parsed) ? parsed.filter((id) => typeof id === 'string') : NONE
  } catch {
    ids = NONE
  }
  return ids
}

const listeners = new Set<() => void>()

/** Draws every heart and list anew. */
export function tellFavourites() {
  for (const notify of listeners) notify()
}

export function subscribeFavourites(notify: () => void) {
  listeners.add(notify)
  addEventListener('storage', notify)
  return () => {
    listeners.delete(notify)
    removeEventListener('storage', notify)
  }
}

/** Fails where the browser keeps nothing. */
export function writeLocalFavourites(next: readonly string[]) {
  localStorage.setItem(STORAGE_KEY, JSON.stringify(next))
  tellFavourites()
}

/** From now on this keeper knows the favourites; without one they are those of this browser. */
export function keepFavouritesWith(next: FavouritesKeeper | undefined) {
  keeper = next
  tellFavourites()
}

export function tellToggled(isKept: boolean) {
  if (isKept) showToast('Added to favourites', undefined, ['/favourites', 'See favourites'])
  else showToast('Removed from favourites')
}

/** Also what someone signed in keeps before their keeper is loaded, which then takes it over. */
function toggleLocal(productId: string) {
  const others = localFavourites().filter((id) => id !== productId)
  const isKept = others.length === ids.length
  try {
    writeLocalFavourites(isKept ? [...others, productId] : others)
    tellToggled(isKept)
  } catch {
    showToast('Could not save', 'Your browser does not allow this site to keep anything.')
  }
}

/** Undefined as long as it is not known. */
export const isFavourite = (productId: string) =>
  keeper ? keeper.isKept(productId) : localFavourites().includes(productId)

/** Whether this product is among the favourites, undefined until it is known, and how to change it. */
export function useFavourite(productId: string): [isKept: boolean | undefined, toggle: () => void] {
  return [
    useSyncExternalStore(
      subscribeFavourites,
      () => isFavourite(productId),
      () => undefined,
    ),
    () => (keeper ?? { toggle: toggleLocal }).toggle(productId),
  ]
}

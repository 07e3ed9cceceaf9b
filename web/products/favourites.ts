import { useSyncExternalStore } from 'react'
import { showToast } from '#web/ui/toast.ts'

const STORAGE_KEY = 'sankofa.favourites'
const NONE: readonly string[] = []

let stored: string | null = null
let ids: readonly string[] = NONE

/** The same list as long as the stored text is the same, as useSyncExternalStore asks. */
function readFavourites(): readonly string[] {
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

function subscribe(notify: () => void) {
  listeners.add(notify)
  addEventListener('storage', notify)
  return () => {
    listeners.delete(notify)
    removeEventListener('storage', notify)
  }
}

function toggle(productId: string) {
  const known = readFavourites()
  const isKnown = known.includes(productId)
  const next = isKnown ? known.filter((id) => id !== productId) : [...known, productId]
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(next))
  } catch {
    showToast('Could not save', 'Your browser does not allow this site to keep anything.')
    return
  }
  for (const notify of listeners) notify()
  showToast(isKnown ? 'Removed from favourites' : 'Added to favourites')
}

/** Whether a visitor keeps this product among their favourites, in their own browser, and how to change it. */
export function useFavourite(productId: string): [isFavourite: boolean, toggle: () => void] {
  const favourites = useSyncExternalStore(subscribe, readFavourites, () => NONE)
  return [favourites.includes(productId), () => toggle(productId)]
}

import { useSyncExternalStore } from 'react'
import { isFavourite, localFavourites, subscribeFavourites } from './favourites.ts'

/** Favourites stored in this browser, newest last. Use it only in parts that are drawn after hydration. */
export const useLocalFavourites = () => useSyncExternalStore(subscribeFavourites, localFavourites)

/** The items that have not been removed from the favourites, in this tab or another. */
export function useRemainingFavourites<Item>(items: readonly Item[], idOf: (item: Item) => string): Item[] {
  const readRemoved = () => items.map(idOf).filter((id) => isFavourite(id) === false)
  // One string for all of them, which is equal while the same favourites are removed.
  const removed = useSyncExternalStore(
    subscribeFavourites,
    () => readRemoved().join(),
    () => '',
  ).split(',')
  return items.filter((item) => !removed.includes(idOf(item)))
}

import { useSyncExternalStore } from 'react'
import { isFavourite, localFavourites, subscribeFavourites } from './favourites.ts'

/** What this browser keeps, newest last. Only for what is drawn once the page is taken over. */
export const useLocalFavourites = () => useSyncExternalStore(subscribeFavourites, localFavourites)

/** Those of the items that are not taken out of the favourites, in this tab or another. */
export function useFavourited<Item>(items: readonly Item[], idOf: (item: Item) => string): Item[] {
  const readGone = () => items.map(idOf).filter((id) => isFavourite(id) === false)
  // As one text, which is equal as long as the same are gone.
  const gone = useSyncExternalStore(
    subscribeFavourites,
    () => readGone().join(),
    () => '',
  ).split(',')
  return items.filter((item) => !gone.includes(idOf(item)))
}

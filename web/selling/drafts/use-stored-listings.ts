import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { listListings, type StoredListing, storedListings } from './stored-listings.ts'

/** What this browser has of a person's listings, as it changes; undefined until it is read. */
export function useStoredListings(personId: string): StoredListing[] | undefined {
  useEffect(() => void storedListings.load(), [])
  const { subscribe, rows } = storedListings
  const all = useSyncExternalStore(subscribe, rows, rows)
  const isLoaded = useSyncExternalStore(
    subscribe,
    () => storedListings.isLoaded,
    () => false,
  )
  return useMemo(() => (isLoaded ? listListings(personId, all) : undefined), [isLoaded, all, personId])
}

import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { listListings, type StoredListing, storedListings } from './stored-listings.ts'

/** The person's listings in this browser, updated when they change; undefined until they are loaded. */
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

import { useCallback, useRef, useSyncExternalStore } from 'react'
import { type KeptListing, keptListings, onKeptListings } from './kept-listings.ts'

const NONE: KeptListing[] = []

/** What this browser keeps of a person's listings, as it changes. */
export function useKeptListings(personId: string): KeptListing[] {
  const last = useRef({ text: '', listings: NONE })
  const read = useCallback(() => {
    const listings = keptListings(personId)
    const text = JSON.stringify(listings)
    if (text !== last.current.text) last.current = { text, listings }
    return last.current.listings
  }, [personId])
  return useSyncExternalStore(onKeptListings, read, () => NONE)
}

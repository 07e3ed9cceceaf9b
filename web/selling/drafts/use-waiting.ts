import { useState } from 'react'
import { cancelSending } from './listing-queue.ts'
import type { StoredListing } from './stored-listings.ts'

interface Waiting {
  /** Whether a listing waits for the network, is being stopped, or was sent while this screen showed it. */
  state: 'waiting' | 'stopping' | 'sent' | undefined
  cancel: () => void
}

export function useWaiting(personId: string, own: StoredListing | undefined, key: string): Waiting {
  const [waited, setWaited] = useState<string>()
  const [stopping, setStopping] = useState<string>()
  const isWaiting = own?.delivery === 'waiting'
  if (isWaiting && waited !== key) setWaited(key)

  async function stop(listing: StoredListing) {
    setStopping(key)
    await cancelSending(personId, listing.key)
    setStopping(undefined)
  }

  const isSent = !own && waited === key
  const stillHere = stopping === key ? 'stopping' : isWaiting ? 'waiting' : undefined
  return { state: isSent ? 'sent' : stillHere, cancel: () => void (own && stop(own)) }
}

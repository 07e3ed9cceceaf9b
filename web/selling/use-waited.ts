import { useState } from 'react'
import type { KeptListing } from './kept-listings.ts'
import { takeBack } from './take-back.ts'

interface Waited {
  /** Whether a listing waits for the network, is being taken back from there, or was sent while it stood here. */
  state: 'waiting' | 'stopping' | 'sent' | undefined
  takeBack: () => void
}

export function useWaited(personId: string, own: KeptListing | undefined, key: string): Waited {
  const [waited, setWaited] = useState<string>()
  const [stopping, setStopping] = useState<string>()
  const isWaiting = own?.publishing === 'waiting'
  if (isWaiting && waited !== key) setWaited(key)

  async function stop(listing: KeptListing) {
    setStopping(key)
    await takeBack(personId, listing.key)
    setStopping(undefined)
  }

  const isSent = !own && waited === key
  const stillHere = stopping === key ? 'stopping' : isWaiting ? 'waiting' : undefined
  return { state: isSent ? 'sent' : stillHere, takeBack: () => void (own && stop(own)) }
}

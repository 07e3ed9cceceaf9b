import { useState } from 'react'
import type { KeptListing } from './kept-listings.ts'

/** Whether a listing waits for the network, or did so here until it was sent. */
export function useWaited(own: KeptListing | undefined, key: string): 'waiting' | 'sent' | undefined {
  const [waited, setWaited] = useState<string>()
  const isWaiting = own?.publishing === 'waiting'
  if (isWaiting && waited !== key) setWaited(key)
  if (isWaiting) return 'waiting'
  return !own && waited === key ? 'sent' : undefined
}

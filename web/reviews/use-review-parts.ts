import { useEffect, useState } from 'react'
import { useSession } from '#web/accounts/session.ts'
import type * as parts from './ReviewParts.tsx'

/** The code for people who are signed in, which the public page does not carry. */
export function useReviewParts(): typeof parts | undefined {
  const isSignedIn = useSession() !== null
  const [loaded, setLoaded] = useState<typeof parts>()
  useEffect(() => {
    // Without a network there is nothing that could be sent, either.
    if (isSignedIn) void import('./ReviewParts.tsx').then(setLoaded, () => undefined)
  }, [isSignedIn])
  return isSignedIn ? loaded : undefined
}

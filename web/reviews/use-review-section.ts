import { useEffect, useState } from 'react'
import { useSession } from '#web/accounts/sessions/session.ts'
import type * as reviewSection from './ReviewSection.tsx'

/** The code for people who are signed in, which the public page does not carry. */
export function useReviewSection(): typeof reviewSection | undefined {
  const isSignedIn = useSession() !== null
  const [loaded, setLoaded] = useState<typeof reviewSection>()
  useEffect(() => {
    // Without a network there is nothing that could be sent, either.
    if (isSignedIn) void import('./ReviewSection.tsx').then(setLoaded, () => undefined)
  }, [isSignedIn])
  return isSignedIn ? loaded : undefined
}

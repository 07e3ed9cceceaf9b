import { useEffect, useState } from 'react'
import { useSession } from '#web/accounts/sessions/session.ts'
import { loadWithRetries } from '#web/platform/ui/lazy/load-with-retries.ts'
import type * as reviewSection from './ReviewSection.tsx'

/** Loads the code for signed-in people, which the public page does not contain. */
export function useReviewSection(): typeof reviewSection | undefined {
  const isSignedIn = useSession() !== null
  const [loaded, setLoaded] = useState<typeof reviewSection>()
  useEffect(() => {
    if (!isSignedIn) return undefined
    const end = new AbortController()
    loadWithRetries(() => import('./ReviewSection.tsx'), end.signal).then(setLoaded, () => undefined)
    return () => end.abort()
  }, [isSignedIn])
  return isSignedIn ? loaded : undefined
}

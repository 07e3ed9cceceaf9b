import { useEffect, useState } from 'react'
import { useSession } from '#web/accounts/sessions/session.ts'
import type * as reviewSection from './ReviewSection.tsx'

/** After each failure longer. */
const RETRY_MS = 5000

/** The code for people who are signed in, which the public page does not carry. What fails is tried again. */
export function useReviewSection(): typeof reviewSection | undefined {
  const isSignedIn = useSession() !== null
  const [loaded, setLoaded] = useState<typeof reviewSection>()
  const [failures, setFailures] = useState(0)
  useEffect(() => {
    if (!isSignedIn || loaded) return undefined
    const load = () =>
      void import('./ReviewSection.tsx').then(setLoaded, () => setFailures((count) => count + 1))
    if (failures === 0) load()
    const timer = failures > 0 ? setTimeout(load, failures * RETRY_MS) : undefined
    addEventListener('online', load)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', load)
    }
  }, [isSignedIn, loaded, failures])
  return isSignedIn ? loaded : undefined
}

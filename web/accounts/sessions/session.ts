import { useState, useSyncExternalStore } from 'react'
import type { Session } from '#contract/accounts/accounts.ts'
import { onAuthEvent, readSession } from './session-store.ts'

/**
 * The session as a screen shows it. Site data may be cleared while a page is open, which no event announces: the screen stays,
 * with what is typed in it, and says at sending that one has to log in.
 */
function createShownSession() {
  let shown: Session | null = null
  return {
    read: () => (shown = readSession() ?? shown),
    subscribe: (notify: () => void) =>
      onAuthEvent(() => {
        shown = readSession()
        notify()
      }),
  }
}

/** The person signed in, or null: always null on the server, whose pages are the same for everyone. */
export function useSession(): Session | null {
  const [shown] = useState(createShownSession)
  return useSyncExternalStore(shown.subscribe, shown.read, () => null)
}

import { useState, useSyncExternalStore } from 'react'
import type { Session } from '#contract/accounts/accounts.ts'
import { onAuthEvent, readSession } from './session-store.ts'

/**
 * The session as a screen shows it. Site data may be cleared while a page is open, and no event announces
 * that. The screen then stays with its typed text, and says that the person has to log in when they send it.
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

/**
 * The session of the signed-in person, or null. Always null on the server, whose pages are the same for
 * everyone.
 */
export function useSession(): Session | null {
  const [shown] = useState(createShownSession)
  return useSyncExternalStore(shown.subscribe, shown.read, () => null)
}

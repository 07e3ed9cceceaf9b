import type { Session } from '#contract/accounts/accounts.ts'
import { deviceStorage } from '#web/platform/offline/browser-storage.ts'
import { createListeners } from '#web/platform/browser/listeners.ts'

export type AuthEvent =
  | 'signed-in'
  | 'signing-out'
  | 'signed-out'
  | 'token-refreshed'
  | 'user-updated'
  | 'password-recovery'
  | 'account-deleted'

const STORAGE_KEY = 'sankofa.session'

let stored: string | null = null
let session: StoredSession | null = null

export interface StoredSession extends Session {
  /** By this device's clock, in milliseconds. */
  received_at: number
}

/** The same object as long as the stored text is the same, as useSyncExternalStore requires. */
export function readSession(): StoredSession | null {
  const text = deviceStorage.get(STORAGE_KEY)
  if (text === stored) return session
  stored = text
  session = deviceStorage.read<StoredSession>(STORAGE_KEY) ?? null
  return session
}

type AuthListener = (event: AuthEvent, isElsewhere: boolean) => void

const listeners = createListeners<Parameters<AuthListener>>()

/** Notifies this tab of something that leaves the session as it is. */
export const emitAuthEvent = (event: AuthEvent): void => listeners.call(event, false)

function stamped(next: Session): StoredSession {
  const before = readSession()
  const isSameToken = before?.access_token === next.access_token
  return { ...next, received_at: isSameToken ? before.received_at : Date.now() }
}

/** Keeps a session, or with null forgets it, and notifies this tab; other tabs learn it from their storage. */
export function writeSession(next: Session | null, event: AuthEvent): void {
  if (next) deviceStorage.set(STORAGE_KEY, JSON.stringify(stamped(next)))
  else deviceStorage.remove(STORAGE_KEY)
  emitAuthEvent(event)
}

/** Ends it here, unless somebody else has signed in meanwhile, as in another tab: then the session is theirs. */
export function endSessionOf(personId: string | undefined): void {
  if (readSession()?.user.id === personId) writeSession(null, 'signed-out')
}

/** What another tab did, judged by what changed. */
function eventOf(before: Session | null, after: Session | null): AuthEvent {
  if (!after) return 'signed-out'
  if (!before || before.user.id !== after.user.id) return 'signed-in'
  return before.access_token === after.access_token ? 'user-updated' : 'token-refreshed'
}

/** `isElsewhere`: it happened in another tab. */
export function onAuthEvent(listener: AuthListener): () => void {
  function onStorage({ key }: StorageEvent) {
    if (key !== STORAGE_KEY && key !== null) return
    const before = session
    listener(eventOf(before, readSession()), true)
  }
  const stop = listeners.add(listener)
  addEventListener('storage', onStorage)
  return () => {
    stop()
    removeEventListener('storage', onStorage)
  }
}

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
  /** Time by this device's clock, in milliseconds. */
  received_at: number
}

/** Returns the same object while the stored text is the same, as useSyncExternalStore requires. */
export function readSession(): StoredSession | null {
  const text = deviceStorage.get(STORAGE_KEY)
  if (text === stored) return session
  stored = text
  session = deviceStorage.read<StoredSession>(STORAGE_KEY) ?? null
  return session
}

type AuthListener = (event: AuthEvent, isElsewhere: boolean) => void

const listeners = createListeners<Parameters<AuthListener>>()

/** Notifies this tab of an event that leaves the session unchanged. */
export const emitAuthEvent = (event: AuthEvent): void => listeners.call(event, false)

function stamped(next: Session): StoredSession {
  const before = readSession()
  const isSameToken = before?.access_token === next.access_token
  return { ...next, received_at: isSameToken ? before.received_at : Date.now() }
}

/** Stores a session, or deletes it with null, and notifies this tab; the storage notifies other tabs. */
export function writeSession(next: Session | null, event: AuthEvent): void {
  if (next) deviceStorage.set(STORAGE_KEY, JSON.stringify(stamped(next)))
  else deviceStorage.remove(STORAGE_KEY)
  emitAuthEvent(event)
}

/** Ends the session here, unless another person has signed in, for example in another tab. */
export function endSessionOf(personId: string | undefined): void {
  if (readSession()?.user.id === personId) writeSession(null, 'signed-out')
}

/** The event of another tab, derived from the change. */
function eventOf(before: Session | null, after: Session | null): AuthEvent {
  if (!after) return 'signed-out'
  if (!before || before.user.id !== after.user.id) return 'signed-in'
  return before.access_token === after.access_token ? 'user-updated' : 'token-refreshed'
}

/** `isElsewhere` is true if it happened in another tab. */
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

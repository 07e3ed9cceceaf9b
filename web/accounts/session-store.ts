import type { Session } from '#contract/accounts.ts'

export type AuthEvent =
  | 'signed-in'
  | 'signing-out'
  | 'signed-out'
  | 'token-refreshed'
  | 'user-updated'
  | 'password-recovery'

const STORAGE_KEY = 'sankofa.session'

let stored: string | null = null
let session: Session | null = null

/** The same object as long as the stored text is the same, as useSyncExternalStore asks. */
export function readSession(): Session | null {
  const text = localStorage.getItem(STORAGE_KEY)
  if (text === stored) return session
  stored = text
  try {
    session = text ? (JSON.parse(text) as Session) : null
  } catch {
    session = null
  }
  return session
}

type Listener = (event: AuthEvent) => void
const listeners = new Set<Listener>()

/** Tells this tab of something that leaves the session as it is. */
export function tellAuthEvent(event: AuthEvent): void {
  for (const listener of listeners) listener(event)
}

/** Keeps a session, or with null forgets it, and tells this tab; other tabs hear of it from their storage. */
export function writeSession(next: Session | null, event: AuthEvent): void {
  if (next) localStorage.setItem(STORAGE_KEY, JSON.stringify(next))
  else localStorage.removeItem(STORAGE_KEY)
  tellAuthEvent(event)
}

/** What another tab did, told by what changed. */
function eventOf(before: Session | null, after: Session | null): AuthEvent {
  if (!after) return 'signed-out'
  if (!before || before.user.id !== after.user.id) return 'signed-in'
  return before.access_token === after.access_token ? 'user-updated' : 'token-refreshed'
}

export function onAuthEvent(listener: Listener): () => void {
  function onStorage({ key }: StorageEvent) {
    if (key !== STORAGE_KEY && key !== null) return
    const before = session
    listener(eventOf(before, readSession()))
  }
  listeners.add(listener)
  addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', onStorage)
  }
}

import { useSyncExternalStore } from 'react'

export interface SessionUser {
  id: string
  name: string
  email: string
  avatar?: string
}

export interface Session {
  access_token: string
  /** Seconds since 1970. */
  expires_at: number
  user: SessionUser
}

const STORAGE_KEY = 'sankofa.session'

let stored: string | null = null
let session: Session | null = null

/** The same object as long as the stored text is the same, as useSyncExternalStore asks. */
function readSession(): Session | null {
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

const listeners = new Set<() => void>()

function subscribe(notify: () => void) {
  listeners.add(notify)
  addEventListener('storage', notify)
  return () => {
    listeners.delete(notify)
    removeEventListener('storage', notify)
  }
}

/** The person signed in, or null: always null on the server, whose pages are the same for everyone. */
export const useSession = (): Session | null => useSyncExternalStore(subscribe, readSession, () => null)

export function signOutHere(): void {
  localStorage.removeItem(STORAGE_KEY)
  for (const notify of listeners) notify()
}

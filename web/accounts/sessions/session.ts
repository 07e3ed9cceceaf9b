import { useSyncExternalStore } from 'react'
import type { Session } from '#contract/accounts/accounts.ts'
import { onAuthEvent, readSession } from './session-store.ts'

/** The person signed in, or null: always null on the server, whose pages are the same for everyone. */
export const useSession = (): Session | null => useSyncExternalStore(onAuthEvent, readSession, () => null)

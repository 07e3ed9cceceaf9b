import { readSession } from './session-store.ts'

/** True if the person is still signed in; for background work in their name. */
export const isSignedInAs = (personId: string): boolean => readSession()?.user.id === personId

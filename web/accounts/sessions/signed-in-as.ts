import { readSession } from './session-store.ts'

/** Whether somebody is still the one signed in, for what goes on in the background in their name. */
export const isSignedInAs = (personId: string): boolean => readSession()?.user.id === personId

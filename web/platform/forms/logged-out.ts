import { ApiError } from '#web/platform/api/client.ts'

/** Why a form as a whole was not sent: nobody is signed in any more. */
export const LOGGED_OUT = 'logged-out'

/** Whether a call failed because nobody is signed in any more. */
export const isLoggedOut = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'session-ended' || error.code === 'authentication-required')

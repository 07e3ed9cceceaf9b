import { ApiError } from '#web/platform/api/client.ts'

/** The error type of a form that was not sent because nobody is signed in any more. */
export const LOGGED_OUT = 'logged-out'

/** True if a call failed because nobody is signed in any more. */
export const isLoggedOut = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'session-ended' || error.code === 'authentication-required')

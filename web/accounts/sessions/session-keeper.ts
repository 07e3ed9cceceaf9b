import type { Contract } from '#contract/contract.ts'
import { type ApiClient, ApiError } from '#web/platform/api/client.ts'
import type * as refresh from './session-refresh.ts'
import { readSession } from './session-store.ts'

/** Interval of the check, from SPEC 9. */
const CHECK_MILLISECONDS = 30_000

/**
 * The code that refreshes a session loads only if there is a session; until it is loaded, the token is used
 * unchanged.
 */
const withRefresh = (act: (code: typeof refresh) => Promise<void>): Promise<void> =>
  import('./session-refresh.ts').then(act, () => undefined)

const refreshWhenDue = (api: ApiClient) => withRefresh((code) => code.refreshWhenDue(api))

export const replaceRefused = (api: ApiClient, token: string): Promise<void> =>
  withRefresh((code) => code.replaceRefused(api, token))

/** Pending while the server ends the session. */
let ending: Promise<void> | undefined

/**
 * Ends the session with `end`. Screens may still render until then, and the server would refuse their
 * requests, so these wait for the outcome.
 */
export function holdCallsWhile(end: () => Promise<void>): Promise<void> {
  const mine = end().finally(() => {
    if (ending === mine) ending = undefined
  })
  ending = mine
  return mine
}

/** Returns a token that is valid for a call. Throws if the session ended while the call waited. */
export async function accessTokenFor(api: ApiClient, call?: keyof Contract): Promise<string | undefined> {
  // All calls wait for the one that ends the session.
  if (ending && call !== 'logout') {
    await ending.catch(() => undefined)
    if (!readSession()) throw new ApiError(401, { code: 'session-ended' })
  }
  if (readSession()) await refreshWhenDue(api)
  return readSession()?.access_token
}

/** Keeps the session alive while the page is open. */
export function refreshSession(api: ApiClient): void {
  const check = () => void (readSession() && refreshWhenDue(api))
  check()
  setInterval(check, CHECK_MILLISECONDS)
  // A phone's timers stop while it sleeps.
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && check())
}

import type { Contract } from '#contract/contract.ts'
import { type ApiClient, ApiError } from '#web/platform/api/client.ts'
import type * as refresh from './session-refresh.ts'
import { readSession } from './session-store.ts'

/** SPEC 9. */
const CHECK_MILLISECONDS = 30_000

/** What refreshes a session is loaded where there is one; while it does not come, the token is used as it is. */
const withRefresh = (act: (code: typeof refresh) => Promise<void>): Promise<void> =>
  import('./session-refresh.ts').then(act, () => undefined)

const refreshWhenDue = (api: ApiClient) => withRefresh((code) => code.refreshWhenDue(api))

export const replaceRefused = (api: ApiClient, token: string): Promise<void> =>
  withRefresh((code) => code.replaceRefused(api, token))

/** While the server is ending the session. */
let ending: Promise<void> | undefined

/**
 * Ends the session by `end`. Screens may draw more until then, and what they request would be refused: it waits for
 * the outcome.
 */
export function holdCallsWhile(end: () => Promise<void>): Promise<void> {
  const mine = end().finally(() => {
    if (ending === mine) ending = undefined
  })
  ending = mine
  return mine
}

/** A token that is good for a call. Throws where the call waited for a session that has ended. */
export async function accessTokenFor(api: ApiClient, call?: keyof Contract): Promise<string | undefined> {
  // The call that ends the session is what the others wait for.
  if (ending && call !== 'logout') {
    await ending.catch(() => undefined)
    if (!readSession()) throw new ApiError(401, { code: 'session-ended' })
  }
  if (readSession()) await refreshWhenDue(api)
  return readSession()?.access_token
}

/** Keeps the session alive as long as the page is open. */
export function refreshSession(api: ApiClient): void {
  const check = () => void (readSession() && refreshWhenDue(api))
  check()
  setInterval(check, CHECK_MILLISECONDS)
  // A phone's timers sleep with it.
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && check())
}

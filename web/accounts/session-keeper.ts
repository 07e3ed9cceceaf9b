import type { Session } from '#contract/accounts.ts'
import { type ApiClient, statusOf } from '#web/api/client.ts'
import { readSession, writeSession } from './session-store.ts'

/** SPEC 9: refreshed about 90 seconds before its end, checked every 30. */
const REFRESH_SECONDS = 90
const CHECK_MILLISECONDS = 30_000
const LOCK = 'sankofa.refresh'

const isDue = ({ expires_at: end }: Session) => end - Date.now() / 1000 <= REFRESH_SECONDS

/** One refresh for all tabs: whoever waited for the lock finds the new session already there. */
async function refreshOnce(api: ApiClient): Promise<void> {
  const session = readSession()
  if (!session || !isDue(session)) return
  try {
    const reply = await api.call('refreshSession', { body: {} })
    // Signed out meanwhile, in this tab or another: it stays so.
    if (readSession()) writeSession(reply.session, 'token-refreshed')
  } catch (error) {
    // Only a refusal ends the session; without a network it waits.
    if (statusOf(error) === 401 && readSession()) writeSession(null, 'signed-out')
  }
}

export function refreshWhenDue(api: ApiClient): Promise<void> {
  const session = readSession()
  if (!session || !isDue(session)) return Promise.resolve()
  return navigator.locks ? navigator.locks.request(LOCK, () => refreshOnce(api)) : refreshOnce(api)
}

/** Keeps the session alive as long as the page is open. */
export function keepSession(api: ApiClient): void {
  const check = () => void refreshWhenDue(api)
  check()
  setInterval(check, CHECK_MILLISECONDS)
  // A phone's timers sleep with it.
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && check())
}

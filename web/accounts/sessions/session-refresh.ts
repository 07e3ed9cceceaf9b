import { type ApiClient, ApiError } from '#web/platform/api/client.ts'
import { storeEndReason } from './end-reason.ts'
import { endSessionOf, readSession, type StoredSession, writeSession } from './session-store.ts'

/** SPEC 9: a session is refreshed about 90 seconds before its end. */
const REFRESH_SECONDS = 90
const LOCK = 'sankofa.refresh'

/** When the token was received, by the page's own clock, which nobody can set. */
let received: { token: string; at: number } | undefined

/**
 * Seconds since the token was received, by the clock that shows more: people may set the device's clock back,
 * and the page's clock stops while the device sleeps. Infinite if the device's clock was set back too far to
 * know.
 */
function ageSeconds({ access_token: token, received_at: receivedAt }: StoredSession): number {
  const elapsed = Date.now() - receivedAt
  // Sessions stored before this field existed have no such time.
  if (!(elapsed >= 0)) return Infinity
  if (received?.token !== token) received = { token, at: performance.now() - elapsed }
  return Math.max(elapsed, performance.now() - received.at) / 1000
}

const isDue = (session: StoredSession) => session.expires_in - ageSeconds(session) <= REFRESH_SECONDS

/** True if the session ended or its person was shut out. */
const isEnd = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 401 || /^account-(suspended|banned)$/.test(error.code))

/** Refreshes once for all tabs: a tab that waited for the lock finds the new session. */
async function refreshOnce(api: ApiClient, isWanted: (session: StoredSession) => boolean): Promise<void> {
  const session = readSession()
  if (!session || !isWanted(session)) return
  try {
    const reply = await api.call('refreshSession', { body: {} })
    // If somebody signed out or another person signed in, in any tab, that must not be undone.
    if (readSession()?.user.id === reply.session.user.id) writeSession(reply.session, 'token-refreshed')
  } catch (error) {
    // Only a refusal ends the session; without a network it waits.
    if (!isEnd(error)) return
    storeEndReason(error.code)
    endSessionOf(session.user.id)
  }
}

function refreshIf(api: ApiClient, isWanted: (session: StoredSession) => boolean): Promise<void> {
  const session = readSession()
  if (!session || !isWanted(session)) return Promise.resolve()
  const refresh = () => refreshOnce(api, isWanted)
  return navigator.locks ? navigator.locks.request(LOCK, refresh) : refresh()
}

export const refreshWhenDue = (api: ApiClient): Promise<void> => refreshIf(api, isDue)

/** Replaces a token that the server refused, because the session ended or the device's clock was wrong. */
export const replaceRefused = (api: ApiClient, token: string): Promise<void> =>
  refreshIf(api, (session) => session.access_token === token)

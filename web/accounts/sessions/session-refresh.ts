import { type ApiClient, ApiError } from '#web/platform/api/client.ts'
import { noteEnd } from './why-ended.ts'
import { endSessionOf, readSession, type StoredSession, writeSession } from './session-store.ts'

/** SPEC 9: refreshed about 90 seconds before its end. */
const REFRESH_SECONDS = 90
const LOCK = 'sankofa.refresh'

/** When this page's own clock, which nobody sets, would have received a token. */
let received: { token: string; at: number } | undefined

/**
 * Seconds since the token was received, by the clock that went further: a device's own may be set back, the page's stops
 * while the device sleeps. Endless where the device's was set back too far to know.
 */
function ageSeconds({ access_token: token, received_at: receivedAt }: StoredSession): number {
  const elapsed = Date.now() - receivedAt
  // Neither is it for a session stored before this was noted.
  if (!(elapsed >= 0)) return Infinity
  if (received?.token !== token) received = { token, at: performance.now() - elapsed }
  return Math.max(elapsed, performance.now() - received.at) / 1000
}

const isDue = (session: StoredSession) => session.expires_in - ageSeconds(session) <= REFRESH_SECONDS

/** Whether the session ended, or its person was shut out. */
const isEnd = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 401 || /^account-(suspended|banned)$/.test(error.code))

/** One refresh for all tabs: a tab that waited for the lock finds the new session already there. */
async function refreshOnce(api: ApiClient, isWanted: (session: StoredSession) => boolean): Promise<void> {
  const session = readSession()
  if (!session || !isWanted(session)) return
  try {
    const reply = await api.call('refreshSession', { body: {} })
    // Signed out meanwhile, or another person signed in, in this tab or another: it stays so.
    if (readSession()?.user.id === reply.session.user.id) writeSession(reply.session, 'token-refreshed')
  } catch (error) {
    // Only a refusal ends the session; without a network it waits.
    if (!isEnd(error)) return
    noteEnd(error.code)
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

/** The server no longer takes this token, be it that the session ended or that the device's clock misled us. */
export const replaceRefused = (api: ApiClient, token: string): Promise<void> =>
  refreshIf(api, (session) => session.access_token === token)

import type { Query, QueryClient } from '@tanstack/react-query'
import type { Navigate } from '#web/platform/router/location.ts'
import { type ApiClient, isProofDeclined, statusOf } from '#web/platform/api/client.ts'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { holdCallsWhile } from './session-keeper.ts'
import { forgetEndReason } from './end-reason.ts'
import { emitAuthEvent, endSessionOf, readSession } from './session-store.ts'

const isPersonal = ({ meta }: Query) => meta?.personal === true

interface LogOutDeps {
  api: ApiClient
  queryClient: QueryClient
  navigate: Navigate
}

/**
 * Ends all sessions of the person (SPEC 4) if they have proved their identity lately, otherwise only this
 * one. A thief of a phone or a token can thus not shut its owner out of the other sessions.
 */
async function endSessions(api: ApiClient): Promise<string | undefined> {
  try {
    await api.call('logout', { body: { scope: 'global' } })
    return undefined
  } catch (error) {
    if (!isProofDeclined(error)) throw error
    await api.call('logout', { body: { scope: 'local' } })
    return 'Other devices stay logged in. You can end their sessions in Settings.'
  }
}

async function end({ api, queryClient, navigate }: LogOutDeps) {
  const leaving = readSession()?.user.id
  try {
    showToast('Logged out', await endSessions(api))
  } catch (error) {
    // A session that has already ended is a success.
    if (statusOf(error) === 401) showToast('Logged out')
    else {
      // The session stays: deleting it only here would leave it open behind the cookie.
      emitAuthEvent('signed-in')
      showToast('Logout failed', 'An error occurred during logout')
      return
    }
  }
  forgetEndReason()
  endSessionOf(leaving)
  queryClient.removeQueries({ predicate: isPersonal })
  navigate('/auth/login')
}

/** Signs out, deletes this browser's data about the person, and goes to the login page. */
export async function logOut(deps: LogOutDeps): Promise<void> {
  emitAuthEvent('signing-out')
  // The server would refuse pending requests of the person after the log-out.
  await deps.queryClient.cancelQueries({ predicate: isPersonal })
  await holdCallsWhile(() => end(deps))
}

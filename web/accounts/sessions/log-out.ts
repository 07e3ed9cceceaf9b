import type { Query, QueryClient } from '@tanstack/react-query'
import type { Navigate } from '#web/platform/router/location.ts'
import { type ApiClient, isProofDeclined, statusOf } from '#web/platform/api/client.ts'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { holdCallsWhile } from './session-keeper.ts'
import { forgetEnd } from './why-ended.ts'
import { emitAuthEvent, endSessionOf, readSession } from './session-store.ts'

const isPersonal = ({ meta }: Query) => meta?.personal === true

interface LogOutDeps {
  api: ApiClient
  queryClient: QueryClient
  navigate: Navigate
}

/**
 * Everywhere (SPEC 4), where the person proved lately who they are; else here alone, so that a thief of a phone or a
 * token cannot shut its owner out of the others.
 */
async function endSessions(api: ApiClient): Promise<string | undefined> {
  try {
    await api.call('logout', { body: { scope: 'global' } })
    return undefined
  } catch (error) {
    if (!isProofDeclined(error)) throw error
    await api.call('logout', { body: { scope: 'local' } })
    return 'Other devices stay logged in. The settings end their sessions.'
  }
}

async function end({ api, queryClient, navigate }: LogOutDeps) {
  const leaving = readSession()?.user.id
  try {
    showToast('Logged out', await endSessions(api))
  } catch (error) {
    // A session that has ended already is what was wanted.
    if (statusOf(error) === 401) showToast('Logged out')
    else {
      // The session stays: forgetting it here alone would leave it open behind the cookie.
      emitAuthEvent('signed-in')
      showToast('Logout failed', 'An error occurred during logout')
      return
    }
  }
  forgetEnd()
  endSessionOf(leaving)
  queryClient.removeQueries({ predicate: isPersonal })
  navigate('/auth/login')
}

/** Signs out, forgets what this browser knew of the person, and goes to the login page. */
export async function logOut(deps: LogOutDeps): Promise<void> {
  emitAuthEvent('signing-out')
  // Requests under way for the person would be refused once they are out.
  await deps.queryClient.cancelQueries({ predicate: isPersonal })
  await holdCallsWhile(() => end(deps))
}

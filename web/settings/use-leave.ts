import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '#web/platform/router/use-router.ts'
import { holdCallsWhile } from '#web/accounts/sessions/session-keeper.ts'
import { forgetEnd } from '#web/accounts/sessions/why-ended.ts'
import { emitAuthEvent, endSessionOf, readSession } from '#web/accounts/sessions/session-store.ts'

/** SPEC 9: from the account's end to the home page. */
const PAUSE_MILLISECONDS = 1000

/** Goes home after a moment, and forgets what this browser knew of the person, whatever they do meanwhile. */
export function useLeave(): () => void {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return () => {
    const leaving = readSession()?.user.id
    emitAuthEvent('account-deleted')
    void holdCallsWhile(async () => {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS))
      // First away from here, since without a session this page would show the log-in.
      navigate('/', { replace: true })
      forgetEnd()
      endSessionOf(leaving)
      queryClient.clear()
    })
  }
}

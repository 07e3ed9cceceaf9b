import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '#web/platform/router/use-router.ts'
import { holdCallsWhile } from '#web/accounts/sessions/session-keeper.ts'
import { forgetEndReason } from '#web/accounts/sessions/end-reason.ts'
import { emitAuthEvent, endSessionOf, readSession } from '#web/accounts/sessions/session-store.ts'

/** SPEC 9: the pause between the end of the account and the home page. */
const PAUSE_MILLISECONDS = 1000

/**
 * Opens the home page after a pause and deletes this browser's data about the person, whatever they do in the
 * meantime.
 */
export function useLeave(): () => void {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return () => {
    const leaving = readSession()?.user.id
    emitAuthEvent('account-deleted')
    void holdCallsWhile(async () => {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS))
      // It leaves this page first, because without a session the page would show the log-in.
      navigate('/', { replace: true })
      forgetEndReason()
      endSessionOf(leaving)
      queryClient.clear()
    })
  }
}

import { useCallback } from 'react'
import { useNavigate } from '#web/platform/router/use-router.ts'
import type { Session } from '#contract/accounts/accounts.ts'
import { forgetRegisterDraft, SENT_TO } from '#web/accounts/registration/register-draft.ts'
import { tabStorage } from '#web/platform/offline/browser-storage.ts'
import { writeSession } from './session-store.ts'
import { usePause } from '#web/accounts/phone/use-pause.ts'

/** SPEC 4: the browser continues a second after signing in, so that people can read that it worked. */
const PAUSE_MILLISECONDS = 1000

/** Stores a new session, then opens a path of this site. */
export function useSignIn(): (session: Session, path?: string) => void {
  const navigate = useNavigate()
  const pause = usePause(PAUSE_MILLISECONDS)
  return useCallback(
    (session, path = '/') => {
      forgetRegisterDraft()
      tabStorage.remove(SENT_TO)
      writeSession(session, 'signed-in')
      const from = window.location.href
      // The person may have followed a link in the meantime, such as one in a toast.
      pause(() => window.location.href === from && navigate(path, { replace: true }))
    },
    [navigate, pause],
  )
}

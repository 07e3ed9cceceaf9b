import { useCallback } from 'react'
import { useNavigate } from '#web/platform/router/use-router.ts'
import type { Session } from '#contract/accounts/accounts.ts'
import { forgetRegisterDraft, SENT_TO } from '#web/accounts/registration/register-draft.ts'
import { tabStorage } from '#web/platform/offline/browser-storage.ts'
import { writeSession } from './session-store.ts'
import { usePause } from '#web/accounts/phone/use-pause.ts'

/** SPEC 4: the browser goes on a second after signing in, time to read that it worked. */
const PAUSE_MILLISECONDS = 1000

/** Keeps a new session, then goes to a path of this site. */
export function useSignIn(): (session: Session, path?: string) => void {
  const navigate = useNavigate()
  const pause = usePause(PAUSE_MILLISECONDS)
  return useCallback(
    (session, path = '/') => {
      forgetRegisterDraft()
      tabStorage.remove(SENT_TO)
      writeSession(session, 'signed-in')
      const from = window.location.href
      // A link taken meanwhile, such as one of a toast, is where the person wants to be.
      pause(() => window.location.href === from && navigate(path, { replace: true }))
    },
    [navigate, pause],
  )
}

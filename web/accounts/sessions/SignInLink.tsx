import { useCallback, useEffect, useRef, useState } from 'react'
import type { Session } from '#contract/accounts/accounts.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { FormError } from '#web/platform/forms/FormError.tsx'
import { messageOf } from '#web/platform/forms/use-zod-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'

interface SignInLinkProps {
  token: string
  onSession: (session: Session) => void
  onChallenge: (challenge: string) => void
  onBack: () => void
}

type State = { is: 'opening' } | { is: 'asking'; account: string } | { is: 'failed'; message: string }

/**
 * Signs in by a mailed link. If another browser requested the link, it first shows whose account it opens.
 */
export function SignInLink({ token, onSession, onChallenge, onBack }: SignInLinkProps) {
  const api = useApi()
  const [state, setState] = useState<State>({ is: 'opening' })
  const hasBegun = useRef(false)

  const open = useCallback(
    async (confirmed?: true) => {
      setState({ is: 'opening' })
      try {
        const { session, challenge, account } = await api.call('openSignInLink', {
          body: { token, confirmed },
        })
        if (session) onSession(session)
        else if (challenge) onChallenge(challenge)
        else setState({ is: 'asking', account: account ?? '' })
      } catch (error) {
        setState({ is: 'failed', message: messageOf(error) })
      }
    },
    [api, token, onSession, onChallenge],
  )
  useEffect(() => {
    if (hasBegun.current) return
    hasBegun.current = true
    void open()
  }, [open])

  return (
    <div className="grid gap-4">
      <FormError message={state.is === 'failed' ? state.message : undefined} />
      <p role="status" className="text-center wrap-anywhere">
        {state.is === 'opening' && 'Opening your link…'}
        {state.is === 'asking' && (
          <>
            This link logs you in as <strong>{state.account}</strong>.
          </>
        )}
      </p>
      {state.is === 'asking' && (
        <Button look="primary" onClick={() => void open(true)}>
          Log in
        </Button>
      )}
      {state.is !== 'opening' && <Button onClick={onBack}>Back to login</Button>}
    </div>
  )
}

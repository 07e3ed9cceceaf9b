import { useState } from 'react'
import { AuthCard } from '#web/accounts/AuthCard.tsx'
import { useLinkSecret } from '#web/accounts/sessions/use-link-secret.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { ApiError } from '#web/platform/api/client.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Link } from '#web/platform/ui/Link.tsx'

type State = 'asking' | 'sending' | 'done'

const failureOf = (error: unknown) =>
  error instanceof ApiError && error.code !== 'not-found'
    ? error.message
    : 'This link is not complete. Open it again from the e-mail.'

/**
 * E-mails link here for people who want no more of them. Opening the page changes nothing, because programs
 * also open links.
 */
export function UnsubscribePage() {
  const api = useApi()
  const token = useLinkSecret('token')
  const [state, setState] = useState<State>('asking')
  const [failure, setFailure] = useState<string>()

  async function stop() {
    setState('sending')
    setFailure(undefined)
    try {
      await api.call('unsubscribeMail', { params: { token: token || '-' } })
      setState('done')
    } catch (error) {
      setFailure(failureOf(error))
      setState('asking')
    }
  }

  return (
    <AuthCard title="E-mail notifications">
      <div role="status" className="grid gap-3">
        {state === 'done' ? (
          <p>We will not e-mail you notifications any more. You still see them in the app.</p>
        ) : (
          <p>
            Do you want to stop e-mails about messages and other news? You will still get e-mails about your
            account.
          </p>
        )}
      </div>
      {state === 'done' ? (
        <Link to="/settings-page?section=notifications" className="button button-quiet mt-4 w-full">
          See your settings
        </Link>
      ) : (
        <Button
          look="primary"
          className="mt-4 w-full"
          disabled={state === 'sending'}
          onClick={() => void stop()}
        >
          Stop these e-mails
        </Button>
      )}
      {/* Below the button, which would move under the finger otherwise. */}
      {failure && (
        <p role="alert" className="mt-3 rounded-card bg-danger-soft px-4 py-3 text-sm text-danger">
          {failure}
        </p>
      )}
    </AuthCard>
  )
}

import { useState } from 'react'
import { useApi } from '#web/api/api-context.ts'
import { messageOf } from '#web/forms/use-zod-form.ts'

type State = { is: 'idle' | 'sending' | 'sent' } | { is: 'failed'; message: string }

/** Asks for the confirmation mail again. */
export function ResendButton({ email }: { email: string }) {
  const api = useApi()
  const [state, setState] = useState<State>({ is: 'idle' })

  async function resend() {
    setState({ is: 'sending' })
    try {
      await api.call('resendVerification', { body: { email } })
      setState({ is: 'sent' })
    } catch (error) {
      setState({ is: 'failed', message: messageOf(error) })
    }
  }

  return (
    <div>
      <button
        type="button"
        className="button button-quiet w-full"
        disabled={state.is === 'sending'}
        onClick={() => void resend()}
      >
        {state.is === 'sending' ? 'Sending…' : 'Send the link again'}
      </button>
      <p role="status" className="mt-1 text-sm text-muted">
        {state.is === 'sent' && 'A new link is on its way. Check your spam folder too.'}
        {state.is === 'failed' && state.message}
      </p>
    </div>
  )
}

import { useState } from 'react'
import { messageOf } from '#web/platform/forms/use-zod-form.ts'
import { Button } from '#web/platform/ui/Button.tsx'

type State = { is: 'idle' | 'sending' | 'sent' } | { is: 'failed'; message: string }

interface MailButtonProps {
  text: string
  sentText: string
  send: () => Promise<unknown>
}

/** Requests an e-mail and shows the outcome beside the button. */
export function MailButton({ text, sentText, send }: MailButtonProps) {
  const [state, setState] = useState<State>({ is: 'idle' })

  async function request() {
    setState({ is: 'sending' })
    try {
      await send()
      setState({ is: 'sent' })
    } catch (error) {
      setState({ is: 'failed', message: messageOf(error) })
    }
  }

  return (
    <div>
      <Button className="w-full" busy={state.is === 'sending' && 'Sending…'} onClick={() => void request()}>
        {text}
      </Button>
      <p role="status" className="mt-1 text-sm text-muted">
        {state.is === 'sent' && sentText}
        {state.is === 'failed' && state.message}
      </p>
    </div>
  )
}

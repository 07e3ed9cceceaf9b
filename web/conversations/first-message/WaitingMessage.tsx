import { useEffect, useRef } from 'react'
import { ResendButton } from '#web/accounts/registration/ResendButton.tsx'
import { Button } from '#web/platform/ui/Button.tsx'
import { dialogOf } from '#web/platform/ui/dialogs/Dialog.tsx'
import { type FirstMessage, forgetFirstMessage } from './first-messages.ts'

interface WaitingMessageProps {
  message: FirstMessage
  /** Whether this browser could store it. */
  isStored: boolean
  onChange: () => void
}

/** A message whose writer has yet to confirm their address. */
export function WaitingMessage({ message, isStored, onChange }: WaitingMessageProps) {
  const { text, email = '', productId } = message
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <h3 ref={heading} tabIndex={-1} className="text-lg font-bold">
        Check your e-mail
      </h3>
      <p role="status">
        {isStored
          ? 'Your message is sent as soon as you confirm your e-mail.'
          : 'This browser cannot keep your message. Please write it again after you log in.'}
      </p>
      <p className="text-muted">
        We sent a link to <strong>{email}</strong>. Open it in this browser.
      </p>
      <figure className="rounded-card bg-sunken p-3 wrap-anywhere whitespace-pre-line">
        <blockquote dir="auto">{text}</blockquote>
        <figcaption className="mt-1 text-sm leading-normal text-muted">Waiting for you to confirm</figcaption>
      </figure>
      <ResendButton email={email} />
      <div className="flex flex-wrap gap-2">
        <Button onClick={onChange}>Change message or address</Button>
        <Button
          onClick={(event) => {
            forgetFirstMessage(productId)
            dialogOf(event)?.close()
          }}
        >
          Do not send it
        </Button>
      </div>
    </>
  )
}

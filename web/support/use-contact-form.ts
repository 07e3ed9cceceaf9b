import { type InputEvent, type SubmitEvent, useRef, useState } from 'react'
import { useApi } from '#web/platform/api/api-context.ts'
import { ApiError } from '#web/platform/api/client.ts'
import { useClientKey } from '#web/platform/forms/use-client-key.ts'
import {
  checkMessage,
  type ContactErrors,
  type ContactMessage,
  toErrors,
  findFirstInvalid,
  readMessage,
} from './contact-message.ts'

/** Outcome of sending: the address for the answer, or why the message was not sent. */
export type Outcome = { sentFrom: string } | { failure: string } | null

const reasonOf = (error: unknown) =>
  error instanceof ApiError ? error.message : 'Something went wrong. Please try again.'

export function useContactForm() {
  const api = useApi()
  const keyOf = useClientKey()
  const isBusy = useRef(false)
  const [isSending, setSending] = useState(false)
  const [errors, setErrors] = useState<ContactErrors>({})
  const [outcome, setOutcome] = useState<Outcome>(null)

  /** Shows the errors and focuses the first wrong field. Returns true if there is one. */
  function show(found: ContactErrors, form: HTMLFormElement): boolean {
    setErrors(found)
    const wrong = findFirstInvalid(found)
    if (wrong) form.querySelector<HTMLElement>(`#${wrong}`)?.focus()
    return wrong !== undefined
  }

  async function send(contactMessage: ContactMessage, form: HTMLFormElement) {
    try {
      await api.call('sendContactMessage', { body: { clientKey: keyOf(contactMessage), ...contactMessage } })
      form.reset()
      setOutcome({ sentFrom: contactMessage.email })
    } catch (error) {
      const fields = error instanceof ApiError ? toErrors(error.fields) : {}
      if (!show(fields, form)) setOutcome({ failure: reasonOf(error) })
    }
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (isBusy.current) return
    const contactMessage = readMessage(new FormData(form))
    setOutcome(null)
    if (show(checkMessage(contactMessage), form)) return
    isBusy.current = true
    setSending(true)
    await send(contactMessage, form)
    setSending(false)
    isBusy.current = false
  }

  function forget(event: InputEvent<HTMLFormElement>) {
    const { name } = event.target as HTMLInputElement
    setErrors((known) => ({ ...known, [name]: undefined }))
    setOutcome(null)
  }

  return { isSending, errors, outcome, submit, forget }
}

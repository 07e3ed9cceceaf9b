import { useState } from 'react'
import { isImei, NOT_AN_IMEI, plainImei } from '#contract/imei/imei-digits.ts'
import { ApiError } from '#web/platform/api/client.ts'

const reasonOf = (error: unknown) =>
  error instanceof ApiError ? error.message : 'Something went wrong. Please try again.'

/** A typed IMEI, checked before it is sent. */
export function useImei() {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const [isSending, setSending] = useState(false)

  async function send(call: (imei: string) => Promise<void>) {
    const imei = plainImei(text)
    if (!isImei(imei)) return setError(NOT_AN_IMEI)
    if (isSending) return undefined
    setSending(true)
    try {
      await call(imei)
      setText('')
    } catch (failure) {
      setError(reasonOf(failure))
    } finally {
      setSending(false)
    }
    return undefined
  }

  const onText = (typed: string) => {
    setText(typed)
    setError(undefined)
  }
  return { field: { value: text, error, onText }, send, isSending }
}

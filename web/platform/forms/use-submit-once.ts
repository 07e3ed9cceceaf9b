import { type SyntheticEvent, useRef } from 'react'

/** Sends a form only once, although its button stays enabled while it sends so that it keeps the focus. */
export function useSubmitOnce(submit: () => Promise<void>) {
  const isBusy = useRef(false)

  async function submitOnce() {
    if (isBusy.current) return
    isBusy.current = true
    await submit().finally(() => (isBusy.current = false))
  }

  return (event: SyntheticEvent) => {
    event.preventDefault()
    void submitOnce()
  }
}

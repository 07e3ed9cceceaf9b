import { listingsWait, onListingsWait } from './listing-outbox-flag.ts'

/** Between tries while something waits; the last one goes on for good. */
const PAUSES_MILLISECONDS = [2000, 5000, 15_000, 30_000, 60_000]

/**
 * Tries to send the listings that wait, again and again until none does: the first request after a dead spot often
 * fails, and no other event tells that the next would not. This part is on every page, so the code of the form is
 * loaded by `send`, and only where something waits.
 */
export function createListingOutbox(personId: string, send: () => Promise<void>) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let tries = 0
  let isSending = false
  let isClosed = false

  const waits = () => !isClosed && listingsWait(personId)

  function tryLater() {
    clearTimeout(timer)
    if (!waits()) return
    timer = setTimeout(() => void attempt(), PAUSES_MILLISECONDS[tries] ?? PAUSES_MILLISECONDS.at(-1))
    tries += 1
  }

  async function attempt() {
    clearTimeout(timer)
    if (isSending || !waits()) return
    // Without a network the browser tells when it is back.
    if (!navigator.onLine) return
    isSending = true
    await send().catch(() => undefined)
    isSending = false
    tryLater()
  }

  /** There is reason to hope: begins with short pauses anew. */
  function hurry() {
    tries = 0
    void attempt()
  }

  const stopListening = onListingsWait((id) => {
    if (id !== personId) return
    tries = 0
    if (!isSending) tryLater()
  })

  return {
    hurry,
    close() {
      isClosed = true
      clearTimeout(timer)
      stopListening()
    },
  }
}

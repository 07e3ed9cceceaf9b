import { useEffect } from 'react'
import { readSession } from '#web/accounts/sessions/session-store.ts'
import type { ApiClient } from '#web/platform/api/client.ts'
import { useApi } from '#web/platform/api/api-context.ts'

/** A claim lasts ten minutes, so a moderator who scrolls or types keeps it. */
const RENEW_MILLISECONDS = 2 * 60_000
const SIGNS_OF_LIFE = ['pointerdown', 'keydown', 'scroll', 'focus'] as const

/** Claims a case until it is ended. Calls are sent one after the other, so that the end never overtakes the start. */
function beginClaim(api: ApiClient, id: string) {
  let claimedAt = 0
  let last: Promise<unknown> = Promise.resolve()
  // A colleague who is not told may look at the same case, which does no harm.
  const send = (name: 'claimCase' | 'leaveCase') => api.call(name, { params: { id } }).catch(() => undefined)
  const queue = (name: 'claimCase' | 'leaveCase') => (last = last.then(() => send(name)))
  const show = () => {
    const now = Date.now()
    if (now - claimedAt < RENEW_MILLISECONDS) return
    claimedAt = now
    void queue('claimCase')
  }
  const leave = () => {
    claimedAt = 0
    void queue('leaveCase')
  }
  /** A page that is being closed leaves the call to its service worker, which outlives it. */
  const leaveAtOnce = () => {
    claimedAt = 0
    const token = readSession()?.access_token
    const worker = navigator.serviceWorker?.controller
    const deletion = { address: `/api/moderation/cases/${id}/claim`, token }
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A service worker has no other origin.
    worker?.postMessage({ deletion })
    if (!worker) void send('leaveCase')
  }
  return { show, leave, leaveAtOnce }
}

/** Shows colleagues that this moderator looks at the case, while they do something there. */
export function useClaim(id: string, isWanted: boolean): void {
  const api = useApi()
  useEffect(() => {
    if (!isWanted) return undefined
    const { show, leave, leaveAtOnce } = beginClaim(api, id)
    const listening = new AbortController()
    const options = { signal: listening.signal, passive: true, capture: true }
    for (const sign of SIGNS_OF_LIFE) addEventListener(sign, show, options)
    // The page may come back from the browser's memory.
    addEventListener('pageshow', show, options)
    addEventListener('pagehide', leaveAtOnce, options)
    show()
    return () => {
      listening.abort()
      leave()
    }
  }, [api, id, isWanted])
}

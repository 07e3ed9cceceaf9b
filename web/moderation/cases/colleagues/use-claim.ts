import { useEffect } from 'react'
import type { ApiClient } from '#web/platform/api/client.ts'
import { useApi } from '#web/platform/api/api-context.ts'

/** A claim lasts ten minutes, so a moderator who scrolls or types keeps it. */
const RENEW_MILLISECONDS = 2 * 60_000
const SIGNS_OF_LIFE = ['pointerdown', 'keydown', 'scroll', 'focus'] as const

/** Claims a case until it is ended. Calls are sent one after the other, so that the end never overtakes the start. */
function beginClaim(api: ApiClient, id: string) {
  let claimedAt = 0
  let last: Promise<unknown> = Promise.resolve()
  const send = (name: 'claimCase' | 'leaveCase') => {
    // A colleague who is not told may look at the same case, which does no harm.
    last = last.then(() => api.call(name, { params: { id } })).catch(() => undefined)
  }
  const show = () => {
    const now = Date.now()
    if (now - claimedAt < RENEW_MILLISECONDS) return
    claimedAt = now
    send('claimCase')
  }
  const leave = () => {
    claimedAt = 0
    send('leaveCase')
  }
  return { show, leave }
}

/** Shows colleagues that this moderator looks at the case, while they do something there. */
export function useClaim(id: string, isWanted: boolean): void {
  const api = useApi()
  useEffect(() => {
    if (!isWanted) return undefined
    const { show, leave } = beginClaim(api, id)
    const listening = new AbortController()
    const options = { signal: listening.signal, passive: true, capture: true }
    for (const sign of SIGNS_OF_LIFE) addEventListener(sign, show, options)
    // The page may come back from the browser's memory.
    addEventListener('pageshow', show, options)
    addEventListener('pagehide', leave, options)
    show()
    return () => {
      listening.abort()
      leave()
    }
  }, [api, id, isWanted])
}

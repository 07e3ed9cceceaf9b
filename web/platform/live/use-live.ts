import { useEffect, useRef, useSyncExternalStore } from 'react'
import type { LiveEvents } from '#contract/live.ts'
import { type LiveState, live } from './live.ts'

/** Calls the handler for each event of this name while the component is shown. */
export function useLiveEvent<Name extends keyof LiveEvents>(event: Name, handler: LiveEvents[Name]): void {
  const latest = useRef(handler)
  useEffect(() => {
    latest.current = handler
  })
  useEffect(() => {
    const pass = (payload: never) => latest.current(payload)
    return live.subscribe(event, pass as LiveEvents[Name])
  }, [event])
}

export const useLiveState = (): LiveState => useSyncExternalStore(live.onState, live.state, () => 'off')

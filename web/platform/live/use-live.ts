import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { LiveEvents } from '#contract/live.ts'
import { type LiveState, live } from './live.ts'

/** Calls the handler for each event of this name while the component is shown. */
export function useLiveEvent<Name extends keyof LiveEvents>(event: Name, handler: LiveEvents[Name]): void {
  const pass = useEffectEvent((payload: never) => handler(payload))
  useEffect(() => live.subscribe(event, ((payload: never) => pass(payload)) as LiveEvents[Name]), [event])
}

export const useLiveState = (): LiveState => useSyncExternalStore(live.onState, live.state, () => 'off')

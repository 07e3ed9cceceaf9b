import type { LiveCalls, LiveEvents } from '#contract/live.ts'
import { createListeners } from '#web/platform/browser/listeners.ts'

/** 'off': nobody is signed in. */
export type LiveState = 'off' | 'connecting' | 'connected'

export type CallName = keyof LiveCalls
export type CallInput<Name extends CallName> = Parameters<LiveCalls[Name]>[0]
type Answer<Name extends CallName> = NonNullable<Parameters<LiveCalls[Name]>[1]>
export type CallReply<Name extends CallName> = Parameters<Answer<Name>>[0]

/** What every part of the site may do with the live connection, whether it stands or not. */
export interface Live {
  state: () => LiveState
  /** Returns how to stop. */
  onState(listener: () => void): () => void
  subscribe<Name extends keyof LiveEvents>(event: Name, handler: LiveEvents[Name]): () => void
  /** Undefined when there is no connection, or no answer came. */
  call<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallReply<Name> | undefined>
}

export type Caller = <Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
) => Promise<CallReply<Name> | undefined>

/** The connection's side of it. */
export interface LiveEnd extends Live {
  setState(state: LiveState): void
  setCaller(caller: Caller | undefined): void
  deliver(event: string, payload: unknown): void
}

type Handler = (payload: never) => void

/** Passes on what a connection receives. It exists without one, so that pages need not wait for it. */
export function createLive(): LiveEnd {
  const handlers = new Map<string, Set<Handler>>()
  const listeners = createListeners()
  let state: LiveState = 'off'
  let caller: Caller | undefined

  return {
    state: () => state,
    onState: listeners.add,
    subscribe(event, handler) {
      const ofEvent = handlers.get(event) ?? new Set<Handler>()
      handlers.set(event, ofEvent.add(handler))
      return () => ofEvent.delete(handler)
    },
    async call(name, input) {
      return caller?.(name, input)
    },
    setState(next) {
      if (next === state) return
      state = next
      listeners.call()
    },
    setCaller(next) {
      caller = next
    },
    deliver(event, payload) {
      for (const handle of handlers.get(event) ?? []) handle(payload as never)
    },
  }
}

/** The one of this tab. */
export const live: LiveEnd = createLive()

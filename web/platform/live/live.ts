import type { LiveCalls, LiveEvents } from '#contract/live.ts'
import { createListeners } from '#web/platform/browser/listeners.ts'

/** 'off' means that nobody is signed in. */
export type LiveState = 'off' | 'connecting' | 'connected'

export type CallName = keyof LiveCalls
export type CallInput<Name extends CallName> = Parameters<LiveCalls[Name]>[0]
type Answer<Name extends CallName> = NonNullable<Parameters<LiveCalls[Name]>[1]>
export type CallReply<Name extends CallName> = Parameters<Answer<Name>>[0]

/** The live connection as the rest of the site uses it, whether it is open or not. */
export interface Live {
  state: () => LiveState
  /** Returns a function that removes the listener. */
  onState(listener: () => void): () => void
  subscribe<Name extends keyof LiveEvents>(event: Name, handler: LiveEvents[Name]): () => void
  /** Resolves to undefined if there is no connection or no answer. */
  call<Name extends CallName>(name: Name, input: CallInput<Name>): Promise<CallReply<Name> | undefined>
}

export type Caller = <Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
) => Promise<CallReply<Name> | undefined>

/** The live connection with the methods that its transport calls. */
export interface LiveEnd extends Live {
  setState(state: LiveState): void
  setCaller(caller: Caller | undefined): void
  deliver(event: string, payload: unknown): void
}

type Handler = (payload: never) => void

/** Passes on the events of a connection. It also exists without one, so that pages need not wait. */
export function createLive(): LiveEnd {
  const handlers = new Map<string, Set<Handler>>()
  const listeners = createListeners()
  let state: LiveState = 'off'
  let caller: Caller | undefined

  return {
    state: () => state,
    onState: listeners.add,
    subscribe(event, handler) {
      const eventHandlers = handlers.get(event) ?? new Set<Handler>()
      handlers.set(event, eventHandlers.add(handler))
      return () => eventHandlers.delete(handler)
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

/** This tab's live connection. */
export const live: LiveEnd = createLive()

import type { ServerOptions } from 'socket.io'

export interface Bus {
  /** Undefined if there is only this process. */
  adapter: ServerOptions['adapter'] | undefined
  /** Resolves once this process receives events of the others. */
  ready: Promise<void>
  /** Calls `handle` when this process receives again after an interruption. */
  onReconnected(handle: () => void): void
  /** Calls `handle` when an event of this process may not have reached the others. */
  onEmitFailed(handle: () => void): void
  close(): Promise<void>
}

/** Bus of a single process with an embedded database. */
export const localBus: Bus = {
  adapter: undefined,
  ready: Promise.resolve(),
  onReconnected: () => undefined,
  onEmitFailed: () => undefined,
  close: async () => undefined,
}

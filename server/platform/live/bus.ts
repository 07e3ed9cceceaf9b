import type { ServerOptions } from 'socket.io'

export interface Bus {
  /** Undefined where there is only this process. */
  adapter: ServerOptions['adapter'] | undefined
  /** Resolves once this process receives from the others. */
  ready: Promise<void>
  /** Calls `handle` when this process receives again after an interruption. */
  onReconnected(handle: () => void): void
  /** Calls `handle` when an event of this process may not have reached the others. */
  onEmitFailed(handle: () => void): void
  close(): Promise<void>
}

/** For the single process of an embedded database. */
export const localBus: Bus = {
  adapter: undefined,
  ready: Promise.resolve(),
  onReconnected: () => undefined,
  onEmitFailed: () => undefined,
  close: async () => undefined,
}

import type { ServerOptions } from 'socket.io'

/** How the processes tell each other what their sockets must hear. */
export interface Bus {
  /** Undefined keeps everything within this process. */
  adapter: ServerOptions['adapter'] | undefined
  /** Resolves once this process hears the others. */
  ready: Promise<void>
  /** Called when this process hears again after it did not for a while. */
  onHearingAgain(handle: () => void): void
  /** Called when something of this process may not have reached the others. */
  onNotTold(handle: () => void): void
  close(): Promise<void>
}

/** For the one process that an embedded database has. */
export const localBus: Bus = {
  adapter: undefined,
  ready: Promise.resolve(),
  onHearingAgain: () => undefined,
  onNotTold: () => undefined,
  close: async () => undefined,
}

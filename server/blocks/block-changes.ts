import type { Listener } from '#server/platform/db/listener.ts'
import type { Live } from '#server/platform/live/live.ts'
import { BLOCKS_CHANNEL } from './queries.ts'

export type BlockChanges = ReturnType<typeof createBlockChanges>

/** Ends in this process that two people watch whether the other is there, as soon as one of them blocks the other. */
export function createBlockChanges({
  listener,
  live,
}: {
  listener: Listener
  live: Pick<Live, 'endWatching' | 'emitHere'>
}) {
  let version = 0
  listener.on(BLOCKS_CHANNEL, (payload) => {
    version += 1
    const [blocker = '', blocked = ''] = payload.split(',')
    live.endWatching(blocker, blocked)
    live.endWatching(blocked, blocker)
    // After all that. The other is sent nothing by which the block would be noticed.
    live.emitHere([blocker], 'hidden.changed', {})
  })
  // What happened while the connection was away is not known.
  listener.onListening(() => (version += 1))
  return {
    /** Grows whenever somebody was blocked or unblocked, in any process: what was read before it may be old. */
    version: () => version,
  }
}

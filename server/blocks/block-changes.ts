import type { Listener } from '#server/platform/db/listener.ts'
import type { Live } from '#server/platform/live/live.ts'
import { BLOCKS_CHANNEL } from './queries.ts'

export type BlockChanges = ReturnType<typeof createBlockChanges>

/** Stops two people from watching each other's presence in this process as soon as one blocks the other. */
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
    // This comes last. The other person is sent nothing that reveals the block.
    live.emitHere([blocker], 'hidden.changed', {})
  })
  // Changes during an interruption of the connection are unknown.
  listener.onListening(() => (version += 1))
  return {
    /**
     * Increases whenever somebody is blocked or unblocked in any process: data that was read before may be
     * stale.
     */
    version: () => version,
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Presence } from '#contract/presence.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { Listener } from '#server/platform/db/listener.ts'
import type { Log } from '#server/platform/process/log.ts'
import { type LiveNamespace, roomOf, watchedIn } from './live-socket.ts'
import { USERS_PER_BATCH, PRESENCE_CHANNEL, selectPresences } from './queries.ts'

const RETRY_MS = 1000

interface PresenceWatchDeps {
  namespace: LiveNamespace
  db: Database
  listener: Listener
  log: Log
}

/**
 * Emits changed presences to the sockets of this process that watch them. The database's notification only names the
 * user and the state is read afterwards, so that notifications in the wrong order never leave an older state.
 */
export function presenceWatch({ namespace, db, listener, log }: PresenceWatchDeps): void {
  const { rooms } = namespace.adapter
  const changed = new Set<string>()
  let isReading = false

  function addChanged(userIds: string[]) {
    for (const userId of userIds) if (rooms.has(roomOf.watchers(userId))) changed.add(userId)
  }

  function receive(userIds: string[]) {
    addChanged(userIds)
    if (!isReading && changed.size > 0) void readChanged()
  }

  const emit = (userId: string, presence: Presence) =>
    namespace.local.to(roomOf.watchers(userId)).emit('presence.changed', { userId, presence })

  async function read(batch: string[]) {
    const presences = await selectPresences(db, batch)
    for (const userId of batch) emit(userId, presences.get(userId) ?? null)
  }

  async function readChanged() {
    isReading = true
    while (changed.size > 0) {
      const batch = [...changed].slice(0, USERS_PER_BATCH)
      for (const userId of batch) changed.delete(userId)
      try {
        await read(batch)
      } catch (error) {
        log.warn({ err: error }, 'presence could not be read')
        addChanged(batch)
        await sleep(RETRY_MS, undefined, { ref: false })
      }
    }
    isReading = false
  }

  listener.on(PRESENCE_CHANNEL, (payload) => receive(payload.split(',')))
  listener.onListening(() => receive([...rooms.keys()].flatMap(watchedIn)))
}

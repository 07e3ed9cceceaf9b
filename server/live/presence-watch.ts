import type { Presence } from '#contract/conversations.ts'
import type { Database } from '#server/db/connect.ts'
import type { Listener } from '#server/db/listener.ts'
import type { Log } from '#server/log.ts'
import { type LiveNamespace, roomOf, watchedIn } from './live-socket.ts'
import { PEOPLE_AT_ONCE, PRESENCE_CHANNEL, selectPresences } from './queries.ts'

/**
 * Tells this process's watchers whenever somebody's presence changed. News name only the person and the truth is
 * read afterwards, so that of two news which cross each other none leaves a watcher with the older state.
 */
export function presenceWatch(parts: {
  here: LiveNamespace
  db: Database
  listener: Listener
  log: Log
}): void {
  const { here, db, listener, log } = parts
  const { rooms } = here.adapter
  const news = new Set<string>()
  let reading = false

  function heard(personIds: string[]) {
    for (const personId of personIds) if (rooms.has(roomOf.watchers(personId))) news.add(personId)
    if (!reading && news.size > 0) void readNews()
  }

  const tell = (userId: string, presence: Presence) =>
    here.local.to(roomOf.watchers(userId)).emit('presence.changed', { userId, presence })

  async function readNews() {
    reading = true
    try {
      while (news.size > 0) {
        const batch = [...news].slice(0, PEOPLE_AT_ONCE)
        for (const personId of batch) news.delete(personId)
        const presences = await selectPresences(db, batch)
        for (const userId of batch) tell(userId, presences.get(userId) ?? null)
      }
    } catch (error) {
      // Once the database is back, everyone who is watched is read.
      log.warn({ err: error }, 'presence could not be read')
    } finally {
      reading = false
    }
  }

  listener.on(PRESENCE_CHANNEL, (payload) => heard(payload.split(',')))
  listener.onListening(() => heard([...rooms.keys()].flatMap(watchedIn)))
}

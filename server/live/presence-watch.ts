import { setTimeout as sleep } from 'node:timers/promises'
import type { Presence } from '#contract/conversations.ts'
import type { Database } from '#server/db/connect.ts'
import type { Listener } from '#server/db/listener.ts'
import type { Log } from '#server/log.ts'
import { type LiveNamespace, roomOf, watchedIn } from './live-socket.ts'
import { PEOPLE_AT_ONCE, PRESENCE_CHANNEL, selectPresences } from './queries.ts'

const RETRY_MILLISECONDS = 1000

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

  function note(personIds: string[]) {
    for (const personId of personIds) if (rooms.has(roomOf.watchers(personId))) news.add(personId)
  }

  function heard(personIds: string[]) {
    note(personIds)
    if (!reading && news.size > 0) void readNews()
  }

  const tell = (userId: string, presence: Presence) =>
    here.local.to(roomOf.watchers(userId)).emit('presence.changed', { userId, presence })

  async function read(batch: string[]) {
    const presences = await selectPresences(db, batch)
    for (const userId of batch) tell(userId, presences.get(userId) ?? null)
  }

  async function readNews() {
    reading = true
    while (news.size > 0) {
      const batch = [...news].slice(0, PEOPLE_AT_ONCE)
      for (const personId of batch) news.delete(personId)
      try {
        await read(batch)
      } catch (error) {
        log.warn({ err: error }, 'presence could not be read')
        note(batch)
        await sleep(RETRY_MILLISECONDS, undefined, { ref: false })
      }
    }
    reading = false
  }

  listener.on(PRESENCE_CHANNEL, (payload) => heard(payload.split(',')))
  listener.onListening(() => heard([...rooms.keys()].flatMap(watchedIn)))
}

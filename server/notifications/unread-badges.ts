import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#server/platform/db/connect.ts'
import type { Live } from '#server/platform/live/live.ts'
import type { Log } from '#server/platform/process/log.ts'
import { countUnreadOf } from './notification-list-queries.ts'

interface BadgeDeps {
  db: Database
  live: Pick<Live, 'emitToUsers' | 'canHaveSocket'>
  log: Log
  onClose: (step: () => Promise<void>) => void
}

export type UnreadBadges = ReturnType<typeof createUnreadBadges>

/** Changes within this time are counted together; nobody notices this delay of a badge. */
const COLLECT_MS = 25
const PEOPLE_AT_ONCE = 500
const RETRY_MS = 1000

/** Counts run one after the other, so that an older number never arrives after a newer one. */
export function createUnreadBadges({ db, live, log, onClose }: BadgeDeps) {
  const changed = new Set<string>()
  const closing = new AbortController()
  let sending: Promise<void> | undefined

  const pause = (milliseconds: number) =>
    sleep(milliseconds, undefined, { signal: closing.signal }).catch(() => undefined)

  async function send(people: string[]): Promise<void> {
    const counts = await countUnreadOf(db, people)
    await Promise.all(
      counts.map(({ user_id, unread }) => live.emitToUsers([user_id], 'notifications.changed', { unread })),
    )
  }

  async function sendAll(): Promise<void> {
    while (changed.size > 0) {
      await pause(COLLECT_MS)
      const people = [...changed].slice(0, PEOPLE_AT_ONCE)
      for (const personId of people) changed.delete(personId)
      try {
        await send(people)
      } catch (error) {
        log.warn({ err: error }, 'Cannot count or send unread notifications. Trying again.')
        if (closing.signal.aborted) break
        for (const personId of people) changed.add(personId)
        await pause(RETRY_MS)
      }
    }
    // Runs synchronously after the last check of `changed`, so that a later update starts a new run.
    sending = undefined
  }

  onClose(async () => {
    closing.abort()
    await sending
  })

  return {
    /**
     * Sends the unread count to all of the person's tabs and devices a moment later, without making the
     * caller wait.
     */
    update(personId: string) {
      // A browser that connects later requests the count.
      if (!live.canHaveSocket(personId)) return
      changed.add(personId)
      sending ??= sendAll()
    },
  }
}

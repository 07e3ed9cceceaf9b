import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '#server/db/connect.ts'
import type { Live } from '#server/live/live.ts'
import type { Log } from '#server/log.ts'
import { countUnreadOf } from './reading-queries.ts'

interface BadgeParts {
  db: Database
  live: Pick<Live, 'toPeople'>
  log: Log
  onClose: (step: () => Promise<void>) => void
}

/** What changes in this time is counted together; nobody sees that a badge comes so much later. */
const GATHER_MILLISECONDS = 25
const PEOPLE_AT_ONCE = 500
const RETRY_MILLISECONDS = 1000

/**
 * Tells people how many unread notifications they have, shortly after that changed. Whoever changes it waits for
 * nothing; of many changes there is one count, and one after the other, so that an older number never follows a newer.
 */
export function unreadBadges({ db, live, log, onClose }: BadgeParts) {
  const changed = new Set<string>()
  const closing = new AbortController()
  let telling: Promise<void> | undefined

  const pause = (milliseconds: number) =>
    sleep(milliseconds, undefined, { signal: closing.signal }).catch(() => undefined)

  async function tell(people: string[]): Promise<void> {
    const counts = await countUnreadOf(db, people)
    await Promise.all(
      counts.map(({ user_id, unread }) => live.toPeople([user_id], 'notifications.changed', { unread })),
    )
  }

  async function tellAll(): Promise<void> {
    while (changed.size > 0) {
      await pause(GATHER_MILLISECONDS)
      const people = [...changed].slice(0, PEOPLE_AT_ONCE)
      for (const personId of people) changed.delete(personId)
      try {
        await tell(people)
      } catch (error) {
        log.warn({ err: error }, 'unread notifications could not be told')
        if (closing.signal.aborted) break
        for (const personId of people) changed.add(personId)
        await pause(RETRY_MILLISECONDS)
      }
    }
    // In the same turn as the last look at what changed: whoever comes after it starts anew.
    telling = undefined
  }

  onClose(async () => {
    closing.abort()
    await telling
  })

  /** For all of the person's tabs and devices. */
  return function unreadChanged(personId: string): void {
    changed.add(personId)
    telling ??= tellAll()
  }
}

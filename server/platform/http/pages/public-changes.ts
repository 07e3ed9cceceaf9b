import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterCommit, type Database } from '#server/platform/db/connect.ts'
import type { Listener } from '#server/platform/db/listener.ts'

export const PUBLIC_CHANGES_CHANNEL = 'public_changed'

/**
 * What a write changed for everyone: 'pages' is what pages say, 'market' also which products there are, so that
 * counts and lists are others; 'published' is one product more, so that what is said of other products stays.
 */
const PUBLIC_CHANGES = ['pages', 'market', 'published'] as const
export type PublicChange = (typeof PUBLIC_CHANGES)[number]

export interface PublicChanges {
  /** Within the transaction that changes something public: once that commits, this process knows of it, and others soon. */
  announce(tx: Database, change: PublicChange): Promise<void>
  onChange(handle: (change: PublicChange) => void): void
}

/** Announces writes to public data to all that keep a copy of it in memory. */
export function publicChanges(listener: Listener): PublicChanges {
  const own = randomUUID()
  const handlers: ((change: PublicChange) => void)[] = []
  const notify = (change: PublicChange) => {
    for (const handle of handlers) handle(change)
  }
  listener.on(PUBLIC_CHANGES_CHANNEL, (payload) => {
    const [change, from] = payload.split(' ')
    // A later version may know others.
    if (from !== own) notify(PUBLIC_CHANGES.find((known) => known === change) ?? 'market')
  })
  // What was announced while the connection was gone is not known, so it may have been anything.
  listener.onListening(() => notify('market'))
  return {
    async announce(tx, change) {
      // The notification of PostgreSQL may come later than the writer's own next read.
      afterCommit(tx, () => notify(change))
      await sql`select pg_notify(${PUBLIC_CHANGES_CHANNEL}, ${`${change} ${own}`})`.execute(tx)
    },
    onChange: (handle) => void handlers.push(handle),
  }
}

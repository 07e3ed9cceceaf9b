import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import type { Listener } from '#server/platform/db/listener.ts'

export const PUBLIC_CHANGES_CHANNEL = 'public_changed'

/**
 * What a write changed for everyone: 'pages' is what pages say, 'market' also which products there are, so that
 * counts and lists are others.
 */
export type PublicChange = 'pages' | 'market'

export interface PublicChanges {
  /** Within the transaction that changes something public: every process hears of it once that commits. */
  announce(tx: Database, change: PublicChange): Promise<void>
  onChange(handle: (change: PublicChange) => void): void
}

/** News of writes to public data, for all that keeps a copy of it in memory. */
export function publicChanges(listener: Listener): PublicChanges {
  const handlers: ((change: PublicChange) => void)[] = []
  const tell = (change: PublicChange) => {
    for (const handle of handlers) handle(change)
  }
  listener.on(PUBLIC_CHANGES_CHANNEL, (payload) => tell(payload === 'pages' ? 'pages' : 'market'))
  // What was announced while the connection was gone is not known, so it may have been anything.
  listener.onListening(() => tell('market'))
  return {
    async announce(tx, change) {
      await sql`select pg_notify(${PUBLIC_CHANGES_CHANNEL}, ${change})`.execute(tx)
    },
    onChange: (handle) => void handlers.push(handle),
  }
}

import type { Database } from '#server/platform/db/connect.ts'
import { insertMessage, newestMessages, prune, type SentMessage } from './queries.ts'

/** Stores e-mails and SMS on a developer's machine instead of sending them. */
export type DevMailbox = ReturnType<typeof createDevMailbox>

const STORED_MAX = 500

export const createDevMailbox = (db: Database) => ({
  async add(message: SentMessage) {
    await insertMessage(db, message)
    await prune(db, STORED_MAX)
  },
  /** Messages, newest first, optionally of one recipient. */
  newest: (to?: string) => newestMessages(db, to),
})

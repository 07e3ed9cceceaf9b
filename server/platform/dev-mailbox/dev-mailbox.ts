import type { Database } from '#server/platform/db/connect.ts'
import { insertMessage, newestMessages, prune, type SentMessage } from './queries.ts'

/** E-mails and SMS of a site that runs on a developer's machine, in place of sending them. */
export type DevMailbox = ReturnType<typeof createDevMailbox>

const STORED_MAX = 500

export const createDevMailbox = (db: Database) => ({
  async add(message: SentMessage) {
    await insertMessage(db, message)
    await prune(db, STORED_MAX)
  },
  /** The newest first; of one recipient if `to` is given. */
  newest: (to?: string) => newestMessages(db, to),
})

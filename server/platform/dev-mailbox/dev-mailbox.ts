import type { Database } from '#server/platform/db/connect.ts'
import { insertMessage, newestMessages, prune, type SentMessage, type StoredMessage } from './queries.ts'

/** E-mails and SMS of a site that runs on a developer's machine, in place of sending them. */
export interface DevMailbox {
  add(message: SentMessage): Promise<void>
  /** The newest first; of one recipient if `to` is given. */
  newest(to?: string): Promise<StoredMessage[]>
}

const STORED_MAX = 500

export const createDevMailbox = (db: Database): DevMailbox => ({
  async add(message) {
    await insertMessage(db, message)
    await prune(db, STORED_MAX)
  },
  newest: (to) => newestMessages(db, to),
})

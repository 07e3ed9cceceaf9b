import type { Database } from '#server/platform/db/connect.ts'
import { createDevMailbox, type DevMailbox } from '#server/platform/dev-mailbox/dev-mailbox.ts'

/** What would have been sent, the newest first; of one recipient if one is named. Wait for `jobs.settled()` before. */
export const readDevMailbox = (db: Database, to?: string): ReturnType<DevMailbox['newest']> =>
  createDevMailbox(db).newest(to)

import type { Database } from '#server/platform/db/connect.ts'
import { createDevMailbox, type DevMailbox } from '#server/platform/dev-mailbox/dev-mailbox.ts'

/**
 * Messages that were stored instead of sent, newest first, optionally to one recipient. Wait for
 * `jobs.settled()` first, because jobs store them.
 */
export const readDevMailbox = (db: Database, to?: string): ReturnType<DevMailbox['newest']> =>
  createDevMailbox(db).newest(to)

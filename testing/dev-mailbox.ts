import type { Database } from '#server/platform/db/connect.ts'
import { createDevMailbox, type DevMailbox } from '#server/platform/dev-mailbox/dev-mailbox.ts'

/**
 * Messages instead of sent ones, newest first, optionally of one recipient. Wait for `jobs.settled()` before.
 */
export const readDevMailbox = (db: Database, to?: string): ReturnType<DevMailbox['newest']> =>
  createDevMailbox(db).newest(to)

import type { Database } from '#server/db/connect.ts'
import { createOutbox, type KeptMessage } from '#server/outbox/outbox.ts'

/** What would have been sent, the newest first; of one recipient if told. Wait for `jobs.settled()` before. */
export const readOutbox = (db: Database, to?: string): Promise<KeptMessage[]> => createOutbox(db).newest(to)

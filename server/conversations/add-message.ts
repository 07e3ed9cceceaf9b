import { inSharedBatches } from '#server/platform/concurrency/batches.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { callAddMessages, type NewMessage, type SentRow } from './add-message-queries.ts'

/** Adds a message, in one statement with others that arrive at the same time. */
export type AddMessage = (sent: NewMessage) => Promise<SentRow>

/** Created once per process. */
export const createAddMessage = (db: Database): AddMessage =>
  inSharedBatches((sent) => callAddMessages(db, sent))

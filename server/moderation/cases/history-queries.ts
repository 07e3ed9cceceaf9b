import { STORAGE_TIMES } from '#contract/personal-data/storage-times.ts'
import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'

/**
 * Deletes old decisions, acts of staff, and decided cases with their reports. A decision that still shuts
 * somebody out stays, with its appeal. The database refuses to delete a decision or an act sooner.
 */
export async function deleteOldHistory(db: Database): Promise<void> {
  const old = sql<boolean>`created_at < now() - ${STORAGE_TIMES.moderation}::interval`
  await db
    .deleteFrom('decisions')
    .where(old)
    .where('id', 'not in', (eb) => eb.selectFrom('sanctions').select('decision_id'))
    .execute()
  await db.deleteFrom('audit_entries').where(old).execute()
  await db
    .deleteFrom('cases')
    .where('decided_at', '<', sql<string>`now() - ${STORAGE_TIMES.moderation}::interval`)
    .execute()
}

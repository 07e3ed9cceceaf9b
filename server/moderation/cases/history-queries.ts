import { STORAGE_TIMES } from '#contract/personal-data/storage-times.ts'
import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'

/**
 * Deletes old decisions, acts of staff, and decided cases with their reports. A decision that still shuts
 * somebody out stays, with its appeal. The database refuses to delete a decision or an act sooner. Cases with pictures wait, because their rows
 * name the files to remove.
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
    .where(sql<boolean>`not exists (
      select from report_pictures p join reports r on r.id = p.report_id where r.case_id = cases.id)`)
    .execute()
}

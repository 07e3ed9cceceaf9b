import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'

/**
 * Deletes history after two years, because the trigger refuses to do so sooner. A decision that still shuts
 * somebody out stays, with its appeal.
 */
export async function deleteOldHistory(db: Database): Promise<void> {
  const old = sql<boolean>`created_at < now() - interval '2 years'`
  await db
    .deleteFrom('decisions')
    .where(old)
    .where('id', 'not in', (eb) => eb.selectFrom('sanctions').select('decision_id'))
    .execute()
  await db.deleteFrom('audit_entries').where(old).execute()
}

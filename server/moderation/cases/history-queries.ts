import { STORAGE_TIMES } from '#contract/personal-data/storage-times.ts'
import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'

/** True if the time in the column is longer ago than moderation is stored. */
const isOld = (column: string) =>
  sql<boolean>`${sql.ref(column)} < now() - ${STORAGE_TIMES.moderation}::interval`

/**
 * Deletes old decisions, acts of staff, decided appeals and decided cases with their reports. A decision that still
 * shuts somebody out stays, with its appeal. The database refuses to delete a decision or an act sooner. Cases with
 * pictures wait, because their rows name the files to remove.
 */
export async function deleteOldHistory(db: Database): Promise<void> {
  await db
    .deleteFrom('decisions')
    .where(isOld('created_at'))
    .where('id', 'not in', (eb) => eb.selectFrom('sanctions').select('decision_id'))
    .execute()
  await db
    .deleteFrom('appeals')
    .where(isOld('decided_at'))
    .where('decision_id', 'not in', (eb) => eb.selectFrom('sanctions').select('decision_id'))
    .execute()
  await db.deleteFrom('audit_entries').where(isOld('created_at')).execute()
  await db
    .deleteFrom('cases')
    .where(isOld('decided_at'))
    .where(sql<boolean>`not exists (
      select from report_pictures p join reports r on r.id = p.report_id where r.case_id = cases.id)`)
    .execute()
  await deleteOldSignals(db)
  // Nobody is shown claims after ten minutes.
  await db
    .deleteFrom('case_claims')
    .where('seen_at', '<', sql<string>`now() - interval '1 hour'`)
    .execute()
}

/** Deletes signals that are old or about a deleted listing. An open case keeps its signals. */
async function deleteOldSignals(db: Database): Promise<void> {
  await sql`
    delete from signals s
    where (
        ${isOld('s.created_at')}
        or s.target_kind = 'product' and not exists (select from products p where p.id = s.target_id)
      )
      and not exists (
        select from cases c
        where c.target_kind = s.target_kind and c.target_id = s.target_id and c.state = 'open'
      )`.execute(db)
}

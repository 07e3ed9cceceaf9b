import { STORAGE_TIMES } from '#contract/personal-data/storage-times.ts'
import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'

const olderThanTwoYears = (column: string) =>
  sql<boolean>`${sql.ref(column)} < now() - ${STORAGE_TIMES.moderation}::interval`

/**
 * Deletes old decisions, acts of staff, decided appeals and decided cases with their reports. A decision that still
 * shuts somebody out stays, with its appeal. The database refuses to delete a decision or an act sooner. Cases with
 * pictures wait, because their rows name the files to remove.
 */
export async function deleteOldHistory(db: Database): Promise<void> {
  await db
    .deleteFrom('decisions')
    .where(olderThanTwoYears('created_at'))
    .where('id', 'not in', (eb) => eb.selectFrom('sanctions').select('decision_id'))
    .execute()
  await db
    .deleteFrom('appeals')
    .where(olderThanTwoYears('decided_at'))
    .where('decision_id', 'not in', (eb) => eb.selectFrom('sanctions').select('decision_id'))
    .execute()
  await db.deleteFrom('audit_entries').where(olderThanTwoYears('created_at')).execute()
  await db
    .deleteFrom('cases')
    .where(olderThanTwoYears('decided_at'))
    .where(sql<boolean>`not exists (
      select from report_pictures p join reports r on r.id = p.report_id where r.case_id = cases.id)`)
    .execute()
  await deleteOldSignals(db)
}

/** Deletes signals that are old or about a deleted listing. An open case keeps its signals. */
async function deleteOldSignals(db: Database): Promise<void> {
  await db
    .deleteFrom('signals as s')
    .where(({ eb, and, or, not, exists, selectFrom }) =>
      or([
        olderThanTwoYears('s.created_at'),
        and([
          eb('s.target_kind', '=', 'product'),
          not(exists(selectFrom('products as p').select('p.id').whereRef('p.id', '=', 's.target_id'))),
        ]),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('cases as c')
            .select('c.id')
            .whereRef('c.target_kind', '=', 's.target_kind')
            .whereRef('c.target_id', '=', 's.target_id')
            .where('c.state', '=', 'open'),
        ),
      ),
    )
    .execute()
}

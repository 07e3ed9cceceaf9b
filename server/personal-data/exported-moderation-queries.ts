import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import { by, exportedTables } from './exported-table.ts'

/**
 * Signals, cases and the notes of moderators are not exported: they are the site's own and would show who reported
 * whom. Decisions contain all of their outcomes. The audit tells staff when they wrote a note, because its text is about
 * others.
 */
export const EXPORTED_MODERATION_DATA = exportedTables({
  product_holds: {
    whose: (id) => sql`t.product_id in (select id from products where seller_id = ${id})`,
    withheld: [],
  },
  hold_answers: {
    whose: (id) => sql`t.product_id in (select id from products where seller_id = ${id})`,
    withheld: ['answered_on'],
  },
  reports: { whose: by('reporter_id'), withheld: ['id', 'case_id', 'reporter_id', 'weight'] },
  report_pictures: {
    whose: (id) => sql`t.report_id in (select id from reports where reporter_id = ${id})`,
    withheld: ['thumbhash'],
    order: sql`t.created_at, t.position`,
  },
  /**
   * Reports sent without an account, but only from a confirmed address, because anybody may register
   * another's.
   */
  outside_reporters: {
    whose: (id) =>
      sql`t.email = (select email from accounts where id = ${id} and email_verified_at is not null)`,
    withheld: ['client_key', 'mailbox_hash'],
    order: sql`t.report_id`,
  },
  decisions: {
    // Includes decisions about a deleted account of theirs that apply to this one.
    whose: (id) =>
      sql`(t.subject_id = ${id} or t.id in (select decision_id from sanctions where person_id = ${id}))`,
    withheld: ['case_id', 'subject_id', 'moderator_id', 'evidence'],
  },
  appeals: { whose: by('person_id'), withheld: ['id', 'person_id', 'decided_by'] },
  sanctions: { whose: by('person_id'), withheld: ['person_id', 'decision_id'] },
  staff: { whose: by('account_id'), withheld: ['account_id', 'seen_at'], order: sql`t.granted_at` },
  audit_entries: { whose: by('actor_id'), withheld: ['id', 'actor_id', 'detail'] },
})

/** The files of pictures that the person added to reports. */
export const selectReportPictures = (db: Database, personId: string) =>
  db
    .selectFrom('report_pictures as p')
    .innerJoin('reports as r', 'r.id', 'p.report_id')
    .select(['p.report_id', 'p.position', 'p.image_url'])
    .where('r.reporter_id', '=', personId)
    .orderBy('p.report_id')
    .orderBy('p.position')
    .execute()

import { sql } from 'kysely'
import type { Target } from '#contract/moderation/reports/reports.ts'
import type { Database } from '#server/platform/db/connect.ts'

/** The person's current sanction. */
export const selectSanction = (db: Database, personId: string) =>
  db
    .selectFrom('sanctions')
    .select(['kind', 'decision_id'])
    .where('person_id', '=', personId)
    .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', sql<string>`now()`)]))
    .executeTakeFirst()

/** The person who was banned last. */
export const selectBannedAmong = (db: Database, personIds: string[]) =>
  db
    .selectFrom('sanctions')
    .select('person_id')
    .where('kind', '=', 'banned')
    .where('person_id', 'in', personIds)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Returns whether a moderator approved the target after `since` and so has seen all earlier reasons. */
export async function selectIsApprovedSince(db: Database, { kind, id }: Target, since: string) {
  const row = await db
    .selectFrom('decisions')
    .select('id')
    .where('target_kind', '=', kind)
    .where('target_id', '=', id)
    .where('action', 'in', ['approve', 'restore'])
    .where('created_at', '>=', since)
    .executeTakeFirst()
  return row !== undefined
}

import { sql } from 'kysely'
import { REMINDER_HOURS } from '#contract/agreements/steps.ts'
import type { Database } from '#server/platform/db/connect.ts'

/** Confirmed meetings that begin within the hours of a reminder and of which nobody was reminded. */
const isDue = sql`state = 'agreed' and is_meeting_confirmed and reminded_at is null
  and meeting_at > now() and meeting_at <= now() + make_interval(hours => ${sql.lit(REMINDER_HOURS)})`

export async function selectMeetingsToRemind(db: Database, most: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from agreements where ${isDue} order by meeting_at limit ${sql.lit(most)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Locks the two people before their agreement, as when somebody leaves. Returns their names by id. */
export async function lockPeople(tx: Database, agreementId: string) {
  const { rows } = await sql<{ id: string; full_name: string | null; username: string | null }>`
    select p.id, p.full_name, p.username
    from agreements a join profiles p on p.id in (a.buyer_id, a.seller_id)
    where a.id = ${agreementId} order by p.id for key share of p`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

export interface MeetingRow {
  conversation_id: string
  buyer_id: string
  seller_id: string
  category_id: string | null
  meeting_at: string
  meeting_place: string
}

/** Marks a meeting as reminded and returns it; undefined if another process did, or if it changed in the meantime. */
export async function claimReminder(tx: Database, id: string): Promise<MeetingRow | undefined> {
  const { rows } = await sql<MeetingRow>`
    update agreements a set reminded_at = now()
    where id = ${id} and ${isDue}
    returning conversation_id, buyer_id, seller_id, meeting_at, meeting_place,
      (select category_id from products where id = a.product_id) as category_id`.execute(tx)
  return rows[0]
}

import { sql } from 'kysely'
import type { Context } from '#server/context.ts'
import { isVisibleTo } from './case-queries.ts'
import { readerOf } from './cases.ts'

const COUNTED_MAX = 100

export interface Waiting {
  cases: number
  appeals: number
  links: number
}

/**
 * Leaves out what concerns the moderator: cases about themselves, appeals against their own decisions, and
 * links from people to whom they have ties.
 */
export async function countWaiting(
  { db }: Pick<Context, 'db'>,
  { moderatorId }: { moderatorId: string },
): Promise<Waiting> {
  const most = sql.lit(COUNTED_MAX)
  const ownAccounts = sql`array(select same_person(${moderatorId}))`
  const reader = await readerOf(db, moderatorId)
  const { rows } = await sql<Waiting>`
    select
      (select count(*)::int from (
        select from cases c where c.state = 'open' and ${isVisibleTo(reader)} limit ${most}
      ) as open) as cases,
      (select count(*)::int from (
        select from appeals a join decisions d on d.id = a.decision_id
        where a.outcome is null and d.moderator_id <> all (${ownAccounts})
          and a.person_id <> all (${ownAccounts}) limit ${most}
      ) as open) as appeals,
      (select count(*)::int from (
        select from held_messages h join conversations c on c.id = h.conversation_id
        where h.state = 'waiting' and ${moderatorId} not in (c.first_person, c.second_person)
          and bar_between(${moderatorId}, h.sender_id) is null limit ${most}
      ) as open) as links`.execute(db)
  const [waiting] = rows
  if (!waiting) throw new Error('The query of waiting work returned no row')
  return waiting
}

import { type RawBuilder, sql } from 'kysely'
import type { Agreement } from '#contract/agreements/agreement.ts'
import { type Role, WAITING_STATES } from '#contract/agreements/steps.ts'
import type { DealParts } from '#server/conversations/service.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { isPublic } from '#server/products/visibility.ts'

/** Groups of the list, in their order. */
const WAITING = 0
const OPEN = 1
export const PAST = 2

export interface DealCursor {
  rank: number
  id: string
}

export interface DealRow extends DealCursor, DealParts {
  conversation_id: string
  role: Role
  agreement: Agreement
}

const waitingStates = sql.join(WAITING_STATES.map((state) => sql.lit(state)))

/** Whether the agreement waits for this role; the SQL of `waitsFor`. */
const isWaiting = (role: Role) => sql`(
  a.state in (${waitingStates})
  and case a.state
    when 'half-confirmed' then a.confirmed_by else case when a.is_buyers_offer then 'buyer' else 'seller' end
  end <> ${sql.lit(role)}
  or a.state = 'agreed' and not a.is_meeting_confirmed and a.meeting_at > now() and a.meeting_by <> ${sql.lit(role)})`

const personColumn = (role: Role) => sql.raw(`a.${role}_id`)

const openOnes = (userId: string, role: Role) => sql`
  select a as it, a.id, ${sql.lit(role)} as role, case when ${isWaiting(role)} then ${sql.lit(WAITING)} else ${sql.lit(OPEN)} end as rank
  from agreements a where ${personColumn(role)} = ${userId} and a.due is not null`

/** An offer that was answered by another one is part of that one. */
const pastOnes = (userId: string, role: Role, after: DealCursor | null, limit: number) => sql`(
  select a, a.id, ${sql.lit(role)}, ${sql.lit(PAST)}
  from agreements a
  where ${personColumn(role)} = ${userId} and a.due is null and a.outcome is distinct from 'answered'
    ${after?.rank === PAST ? sql`and a.id < ${after.id}::uuid` : sql``}
  order by a.id desc limit ${sql.lit(limit)})`

const union = (parts: RawBuilder<unknown>[]) => sql.join(parts, sql` union all `)

const isAfter = ({ rank, id }: DealCursor) =>
  sql`where m.rank > ${rank} or m.rank = ${rank} and m.id < ${id}::uuid`

/** The rows of `own`, which has the agreement as `it`, with what a list shows. */
async function selectDeals(
  db: Database,
  own: RawBuilder<unknown>,
  { after, limit }: { after: DealCursor | null; limit: number },
): Promise<DealRow[]> {
  const { rows } = await sql<DealRow>`
    with mine as (
      select * from (${own}) m ${after ? isAfter(after) : sql``} order by m.rank, m.id desc limit ${sql.lit(limit)}
    )
    select mine.rank, mine.id, mine.role, (mine.it).conversation_id, agreement_view(mine.it) as agreement,
      c.product_title, p.id as product_id, p.price, p.status, i.image_url, i.width, i.height, i.thumbhash,
      o.id as other_id, o.full_name, o.username, o.avatar_url
    from mine
    join conversations c on c.id = (mine.it).conversation_id
    left join profiles o on o.id = case mine.role when 'buyer' then (mine.it).seller_id else (mine.it).buyer_id end
    left join products p on p.id = (mine.it).product_id and ${isPublic}
    left join product_images i on i.product_id = p.id and i.is_primary
    order by mine.rank, mine.id desc`.execute(db)
  return rows
}

export const selectPage = (
  db: Database,
  {
    userId,
    roles,
    after,
    limit,
  }: { userId: string; roles: readonly Role[]; after: DealCursor | null; limit: number },
): Promise<DealRow[]> =>
  selectDeals(
    db,
    union(roles.flatMap((role) => [openOnes(userId, role), pastOnes(userId, role, after, limit)])),
    { after, limit },
  )

export const selectWaiting = (db: Database, userId: string, roles: readonly Role[], limit: number) =>
  selectDeals(
    db,
    sql`select * from (${union(roles.map((role) => openOnes(userId, role)))}) o where o.rank = ${sql.lit(WAITING)}`,
    {
      after: null,
      limit,
    },
  )

/** Returns whether the person has agreements as buyer and as seller. */
export async function selectRoles(db: Database, userId: string): Promise<Record<Role, boolean>> {
  const { rows } = await sql<Record<Role, boolean>>`
    select exists (select from agreements where buyer_id = ${userId}) as buyer,
      exists (select from agreements where seller_id = ${userId}) as seller`.execute(db)
  return rows[0] ?? { buyer: false, seller: false }
}

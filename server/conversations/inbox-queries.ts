import type { DealReview } from '#contract/agreements/buyer-reviews.ts'
import { sql } from 'kysely'
import type { Agreement, AgreementStep } from '#contract/agreements/agreement.ts'
import { OFFERS_MAX } from '#contract/agreements/steps.ts'
import type { PriceType } from '#contract/selling/choices.ts'
import type { BlockState } from '#server/blocks/service.ts'
import { isPublic } from '#server/products/visibility.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { NewestCursor } from '#server/platform/db/newest-page.ts'

/** Maximum number of messages that a search reads, those of the newest conversations first. */
const SEARCHED_PER_CONVERSATION = sql.lit(1000)
const SEARCHED_TOTAL = sql.lit(20_000)
const PREVIEW_LENGTH = sql.lit(200)

interface BaseRow {
  id: string
  product_id: string | null
  product_title: string
  price: string | null
  status: string | null
  image_url: string | null
  width: number | null
  height: number | null
  thumbhash: string | null
  other_id: string | null
  full_name: string | null
  username: string | null
  avatar_url: string | null
  last_seq: number
  unread_count: number
}

/** `created_at` is the time of the last change, which orders the list. */
export interface InboxRow extends BaseRow {
  created_at: string
  last_text: string | null
  last_price_from: string | null
  last_price_to: string | null
  last_step: AgreementStep | null
  last_has_photo: boolean | null
  last_is_own: boolean | null
  last_at: string | null
}

export interface ConversationDetailRow extends BaseRow {
  seller_id: string | null
  block: BlockState
  is_banned: boolean
  price_type: PriceType | null
  category_id: string | null
  location: string | null
  agreement: Agreement | null
  review: DealReview | null
  offers_left: number
  is_promised: boolean
}

const conversationColumns = sql.raw(`
  c.id, c.product_title, p.id as product_id, p.price, p.status, i.image_url, i.width, i.height, i.thumbhash,
  o.id as other_id, o.full_name, o.username, o.avatar_url, c.last_seq, mine.unread_count`)

const conversationTables = sql`
  join conversations c on c.id = mine.conversation_id
  left join profiles o on o.id = case when c.first_person = mine.user_id then c.second_person else c.first_person end
  left join products p on p.id = c.product_id and ${isPublic}
  left join product_images i on i.product_id = p.id and i.is_primary`

const inboxColumns = sql`
  ${conversationColumns}, mine.updated_at as created_at, left(m.content, ${PREVIEW_LENGTH}) as last_text,
  m.price_from as last_price_from, m.price_to as last_price_to, m.step as last_step,
  m.image_url is not null as last_has_photo, m.sender_id is not distinct from mine.user_id as last_is_own,
  m.created_at as last_at`

const lastMessage = sql.raw('left join messages m on m.conversation_id = c.id and m.seq = c.last_seq')

/** People whom the viewer blocked are not in the list; a block by the other person changes nothing in it. */
const isNotBlocked = sql<boolean>`not exists (
  select from blocks b where b.blocker_id = mine.user_id and b.blocked_id in (c.first_person, c.second_person)
)`

const afterCursor = (after: NewestCursor | null) =>
  after
    ? sql`and (mine.updated_at, mine.conversation_id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`
    : sql``

export async function selectInbox(db: Database, userId: string, after: NewestCursor | null, limit: number) {
  const { rows } = await sql<InboxRow>`
    select ${inboxColumns}
    from conversation_participants mine ${conversationTables} ${lastMessage}
    where mine.user_id = ${userId} and ${isNotBlocked} ${afterCursor(after)}
    order by mine.updated_at desc, mine.conversation_id desc
    limit ${sql.lit(limit)}`.execute(db)
  return rows
}

/**
 * Conversations of the same list with `pattern` in the product's title, the other person's name or a message.
 */
export async function searchInbox(
  db: Database,
  userId: string,
  { pattern, after }: { pattern: string; after: NewestCursor | null },
  limit: number,
): Promise<InboxRow[]> {
  const { rows } = await sql<InboxRow>`
    with mine as materialized (
      select mine.*, sum(least(c.last_seq, ${SEARCHED_PER_CONVERSATION})) over newest_first as searched
      from conversation_participants mine
      join conversations c on c.id = mine.conversation_id
      where mine.user_id = ${userId} and ${isNotBlocked} ${afterCursor(after)}
      window newest_first as (order by mine.updated_at desc, mine.conversation_id desc)
      order by mine.updated_at desc, mine.conversation_id desc
    )
    select ${inboxColumns}
    from mine ${conversationTables} ${lastMessage}
    where c.product_title ilike ${pattern} or o.full_name ilike ${pattern} or o.username ilike ${pattern}
      or mine.searched <= ${SEARCHED_TOTAL} and exists (
        select from (
          select t.content from messages t where t.conversation_id = c.id
          order by t.seq desc limit ${SEARCHED_PER_CONVERSATION}
        ) newest where newest.content ilike ${pattern}
      )
    order by mine.updated_at desc, mine.conversation_id desc
    limit ${sql.lit(limit)}`.execute(db)
  return rows
}

const agreementColumns = sql`
  (select agreement_view(a) from agreements a where a.conversation_id = c.id order by a.id desc limit 1) as agreement,
  (
    select deal_review(a, mine.user_id) from agreements a
    where a.conversation_id = c.id and a.state = 'done' order by a.id desc limit 1
  ) as review,
  greatest(0, ${sql.lit(OFFERS_MAX)} - (
    select count(*)::int from agreements a
    where a.conversation_id = c.id and not a.is_reservation
      and a.is_buyers_offer = (p.seller_id is distinct from mine.user_id)
  )) as offers_left,
  coalesce(is_promised_elsewhere(
    p, c.id, mine.user_id, case when p.seller_id = c.first_person then c.second_person else c.first_person end
  ), false) as is_promised`

/** Returns undefined if the person is not a participant. */
export async function selectConversation(db: Database, userId: string, conversationId: string) {
  const { rows } = await sql<ConversationDetailRow>`
    select ${conversationColumns}, p.seller_id, block_between(mine.user_id, o.id) as block,
      is_banned(o.id) as is_banned, p.price_type, p.category_id, p.location, ${agreementColumns}
    from conversation_participants mine ${conversationTables}
    where mine.user_id = ${userId} and mine.conversation_id = ${conversationId}`.execute(db)
  return rows[0]
}

export async function countUnread(db: Database, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('conversation_participants as mine')
    .innerJoin('conversations as c', 'c.id', 'mine.conversation_id')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('mine.user_id', '=', userId)
    .where('mine.unread_count', '>', sql.lit(0))
    .where(isNotBlocked)
    .executeTakeFirstOrThrow()
  return count
}

/** A LIKE pattern for texts that contain `text`, with '%' and '_' escaped. */
export const toLikePattern = (text: string): string => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`

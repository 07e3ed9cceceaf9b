import { sql } from 'kysely'
import { type CaseReader, isVisibleTo } from '#server/moderation/cases/case-queries.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { isPublic, isPublished } from '#server/products/visibility.ts'

interface MessageRow {
  writer_id: string | null
  writer_name: string | null
  writer_since: string | null
  reader_id: string | null
  reader_name: string | null
  reader_since: string | null
  seller_id: string | null
  product_id: string | null
  title: string
  is_public: boolean | null
  messages: number
  sent_at: string
}

/** Returns undefined for a deleted message. */
export async function selectMessageScene(db: Database, messageId: string): Promise<MessageRow | undefined> {
  const { rows } = await sql<MessageRow>`
    select writer.id as writer_id, staff_name(writer.id) as writer_name, writer.created_at as writer_since,
      reader.id as reader_id, staff_name(reader.id) as reader_name, reader.created_at as reader_since,
      p.seller_id, p.id as product_id, c.product_title as title, ${isPublic} as is_public,
      c.last_seq as messages, m.created_at as sent_at
    from messages m
    join conversations c on c.id = m.conversation_id
    left join products p on p.id = c.product_id
    left join profiles writer on writer.id = m.sender_id
    left join profiles reader
      on reader.id in (c.first_person, c.second_person) and reader.id is distinct from m.sender_id
    where m.id = ${messageId}`.execute(db)
  return rows[0]
}

interface ReviewRow {
  product_id: string | null
  title: string
  is_public: boolean | null
  hit_id: string
  hit_name: string | null
  role: 'seller' | 'buyer'
  dealt: 'deal' | 'conversation' | 'nothing'
}

/** The listing and the seller of a review, also if the review was deleted. */
export async function selectReviewScene(
  db: Database,
  { productId, writerId }: { productId: string; writerId: string },
): Promise<ReviewRow | undefined> {
  const { rows } = await sql<ReviewRow>`
    select p.id as product_id, p.title, ${isPublic} as is_public,
      p.seller_id as hit_id, staff_name(p.seller_id) as hit_name, 'seller' as role,
      case
        when exists (
          select from agreements a where a.product_id = p.id and a.buyer_id = ${writerId} and a.state = 'done'
        ) then 'deal'
        when exists (
          select from conversations c
          where c.product_id = p.id and c.first_person = least(p.seller_id, ${writerId}::uuid)
            and c.second_person = greatest(p.seller_id, ${writerId}::uuid)
        ) then 'conversation'
        else 'nothing'
      end as dealt
    from products p where p.id = ${productId}`.execute(db)
  return rows[0]
}

/** The listing and the buyer of a review, which has the id of its deal. */
export async function selectBuyerReviewScene(db: Database, dealId: string): Promise<ReviewRow | undefined> {
  const { rows } = await sql<ReviewRow>`
    select p.id as product_id, c.product_title as title, ${isPublic} as is_public,
      buyer.id as hit_id, staff_name(buyer.id) as hit_name, 'buyer' as role, 'deal' as dealt
    from agreements a
    join conversations c on c.id = a.conversation_id
    join profiles buyer on buyer.id = a.buyer_id
    left join products p on p.id = a.product_id
    where a.id = ${dealId}`.execute(db)
  return rows[0]
}

/** Listings and conversations are counted up to this number. */
const COUNTED_MAX = sql.lit(1000)
const NEWEST_SHOWN = sql.lit(5)

export async function selectPicture(db: Database, personId: string): Promise<string | null> {
  const { rows } = await sql<{ picture: string | null }>`
    select coalesce(w.avatar_url, p.avatar_url) as picture
    from profiles p left join withheld_profiles w on w.person_id = p.id where p.id = ${personId}`.execute(db)
  return rows[0]?.picture ?? null
}

export async function selectListingCounts(db: Database, personId: string) {
  const { rows } = await sql<{ status: string; count: number }>`
    select status, count(*)::int as count from (
      select status from products p where seller_id = ${personId} and ${isPublished} limit ${COUNTED_MAX}
    ) as own group by status order by count(*) desc, status`.execute(db)
  return rows
}

export async function selectNewestListings(db: Database, personId: string) {
  const { rows } = await sql<{ id: string; title: string; status: string; created_at: string }>`
    select id, title, status, created_at from products p
    where seller_id = ${personId} and ${isPublished}
    order by created_at desc, id desc limit ${NEWEST_SHOWN}`.execute(db)
  return rows
}

/** Numbers alone: what the two wrote is nobody's business here. */
export async function selectConversationCounts(db: Database, personId: string) {
  const { rows } = await sql<{ all: number; recent: number; unanswered: number }>`
    select count(*)::int as all,
      count(*) filter (where c.created_at > now() - interval '7 days')::int as recent,
      count(*) filter (
        where case when c.first_person = ${personId} then c.first_messages > 0 and c.second_messages = 0
          else c.second_messages > 0 and c.first_messages = 0 end
      )::int as unanswered
    from (
      select conversation_id from conversation_participants
      where user_id = ${personId} order by updated_at desc limit ${COUNTED_MAX}
    ) as own join conversations c on c.id = own.conversation_id`.execute(db)
  return rows[0] ?? { all: 0, recent: 0, unanswered: 0 }
}

interface Sharing {
  ids: readonly string[]
  reader: CaseReader
  limit: number
}

/** People by id without the reader's own accounts, banned ones and those with an open case first. */
export async function selectSharing(db: Database, { ids, reader, limit }: Sharing) {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string; name: string | null; isBanned: boolean; caseId: string | null }>`
    select p.id, staff_name(p.id) as name, is_banned(p.id) as "isBanned", c.id as "caseId"
    from profiles p
    left join cases c on c.target_kind = 'person' and c.target_id = p.id and c.state = 'open' and ${isVisibleTo(reader)}
    where p.id = any(${[...ids]}::uuid[]) and p.id <> all (array(select same_person(${reader.id})))
    order by is_banned(p.id) desc, c.id is null, p.id desc limit ${sql.lit(limit)}`.execute(db)
  return rows
}

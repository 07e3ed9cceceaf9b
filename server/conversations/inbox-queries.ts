import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import type { NewestPlace } from '#server/db/newest-page.ts'

/** How far a search of texts goes: it reads messages one by one, those of the newest conversations first. */
const SEARCHED_IN_EACH = sql.lit(1000)
const SEARCHED_IN_ALL = sql.lit(20_000)
const BEGINNING = sql.lit(200)

interface TalkRow {
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

/** `created_at` is when something last happened in it, by which the list is ordered. */
export interface InboxRow extends TalkRow {
  created_at: string
  last_text: string | null
  last_has_photo: boolean | null
  last_is_own: boolean | null
  last_at: string | null
}

export interface TalkDetail extends TalkRow {
  seller_id: string | null
}

const talkColumns = sql.raw(`
  c.id, c.product_title, p.id as product_id, p.price, p.status, i.image_url, i.width, i.height, i.thumbhash,
  o.id as other_id, o.full_name, o.username, o.avatar_url, c.last_seq, mine.unread_count`)

const talkTables = sql.raw(`
  join conversations c on c.id = mine.conversation_id
  left join profiles o on o.id = case when c.first_person = mine.user_id then c.second_person else c.first_person end
  left join products p on p.id = c.product_id and p.status <> 'draft'
  left join product_images i on i.product_id = p.id and i.is_primary`)

const inboxColumns = sql`
  ${talkColumns}, mine.updated_at as created_at, left(m.content, ${BEGINNING}) as last_text,
  m.image_url is not null as last_has_photo, m.sender_id is not distinct from mine.user_id as last_is_own,
  m.created_at as last_at`

const lastMessage = sql.raw('left join messages m on m.conversation_id = c.id and m.seq = c.last_seq')

const onwards = (after: NewestPlace | null) =>
  after
    ? sql`and (mine.updated_at, mine.conversation_id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`
    : sql``

export async function selectInbox(
  db: Database,
  personId: string,
  after: NewestPlace | null,
  limit: number,
): Promise<InboxRow[]> {
  const { rows } = await sql<InboxRow>`
    select ${inboxColumns}
    from conversation_participants mine ${talkTables} ${lastMessage}
    where mine.user_id = ${personId} ${onwards(after)}
    order by mine.updated_at desc, mine.conversation_id desc
    limit ${limit}`.execute(db)
  return rows
}

/** Of the same list what has `pattern` in the product's title, the other person's name or a message. */
export async function searchInbox(
  db: Database,
  personId: string,
  { pattern, after }: { pattern: string; after: NewestPlace | null },
  limit: number,
): Promise<InboxRow[]> {
  const { rows } = await sql<InboxRow>`
    with mine as materialized (
      select mine.*, sum(least(c.last_seq, ${SEARCHED_IN_EACH})) over newest_first as searched
      from conversation_participants mine
      join conversations c on c.id = mine.conversation_id
      where mine.user_id = ${personId} ${onwards(after)}
      window newest_first as (order by mine.updated_at desc, mine.conversation_id desc)
      order by mine.updated_at desc, mine.conversation_id desc
    )
    select ${inboxColumns}
    from mine ${talkTables} ${lastMessage}
    where c.product_title ilike ${pattern} or o.full_name ilike ${pattern} or o.username ilike ${pattern}
      or mine.searched <= ${SEARCHED_IN_ALL} and exists (
        select from (
          select t.content from messages t where t.conversation_id = c.id
          order by t.seq desc limit ${SEARCHED_IN_EACH}
        ) newest where newest.content ilike ${pattern}
      )
    order by mine.updated_at desc, mine.conversation_id desc
    limit ${limit}`.execute(db)
  return rows
}

/** Undefined when it is not among the person's. */
export async function selectTalk(
  db: Database,
  personId: string,
  conversationId: string,
): Promise<TalkDetail | undefined> {
  const { rows } = await sql<TalkDetail>`
    select ${talkColumns}, p.seller_id
    from conversation_participants mine ${talkTables}
    where mine.user_id = ${personId} and mine.conversation_id = ${conversationId}`.execute(db)
  return rows[0]
}

export async function countUnread(db: Database, personId: string): Promise<number> {
  const { count } = await db
    .selectFrom('conversation_participants')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', personId)
    .where('unread_count', '>', sql.lit(0))
    .executeTakeFirstOrThrow()
  return count
}

import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'

export interface HeldRow {
  id: string
  conversation_id: string
  sender_id: string
  client_key: string
  content: string
  state: string
  words: string
  created_at: string
  image_url: string | null
  image_width: number | null
  image_height: number | null
  image_thumbhash: string | null
}

/** Columns that its sender sees, except the photo. */
const heldColumns = [
  'id',
  'conversation_id',
  'sender_id',
  'client_key',
  'content',
  'state',
  'words',
  'created_at',
] as const

/** The photo, if there is one, is stored with the guard's findings. */
const photoColumns = [
  sql<string | null>`reading -> 'photo' ->> 'url'`.as('image_url'),
  sql<number | null>`(reading -> 'photo' ->> 'width')::int`.as('image_width'),
  sql<number | null>`(reading -> 'photo' ->> 'height')::int`.as('image_height'),
  sql<string | null>`reading -> 'photo' ->> 'thumbhash'`.as('image_thumbhash'),
]

/**
 * The conversation's people, and whether messages of the viewer's in it are held. Returns undefined if the
 * conversation does not exist.
 */
export async function selectReading(db: Database, conversationId: string, viewerId: string) {
  const { rows } = await sql<{ people: string[]; has_held: boolean }>`
    select array(select user_id::text from get_conversation_participants(c.id)) as people, exists (
      select from held_messages h where h.conversation_id = c.id and h.sender_id = ${viewerId} and h.state <> 'released'
    ) as has_held
    from conversations c where c.id = ${conversationId}`.execute(db)
  return rows[0]
}

/** The person's waiting and refused messages in a conversation; released ones are ordinary messages. */
export const selectHeldOf = (db: Database, conversationId: string, senderId: string): Promise<HeldRow[]> =>
  db
    .selectFrom('held_messages')
    .select(heldColumns)
    .select(photoColumns)
    .where('conversation_id', '=', conversationId)
    .where('sender_id', '=', senderId)
    .where('state', '<>', 'released')
    .orderBy('created_at')
    .orderBy('id')
    .execute()

interface WaitingRow {
  id: string
  content: string
  /** The words of the message and the QR codes of its photo, which the guard reads. */
  judged_text: string
  /** Null if the product is deleted. */
  side: 'buyer' | 'seller' | null
  sender_id: string
  sender_name: string | null
  member_since: string
  other_id: string | null
  other_name: string | null
  product_title: string
  created_at: string
}

/** Waiting messages, oldest first, without those that the moderator sent or received. */
export async function selectWaiting(db: Database, moderatorId: string, limit: number): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    select h.id, h.sender_id,
      case when h.reading ? 'codes' then 'A photo with a QR code: ' || (h.reading ->> 'codes') else h.content end as content,
       coalesce(nullif(s.full_name, ''), s.username) as sender_name,
      s.created_at as member_since, o.id as other_id, coalesce(nullif(o.full_name, ''), o.username) as other_name,
      c.product_title, h.created_at,
      concat_ws(E'\n', h.content, h.reading ->> 'codes') as judged_text,
      case h.sender_id = product.seller_id when true then 'seller' when false then 'buyer' end as side
    from held_messages h
    join conversations c on c.id = h.conversation_id
    left join products product on product.id = c.product_id
    join profiles s on s.id = h.sender_id
    left join profiles o on o.id = case when c.first_person = h.sender_id then c.second_person else c.first_person end
    where h.state = 'waiting' and ${moderatorId} not in (h.sender_id, coalesce(o.id, h.sender_id))
      and bar_between(${moderatorId}, h.sender_id) is null
    order by h.created_at, h.id limit ${sql.lit(limit)}`.execute(db)
  return rows
}

/** Marks messages as seen by the moderator. Returns those that were new to them. */
export async function markLookedAt(tx: Database, moderatorId: string, ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update held_messages set looked_at_by = looked_at_by || ${moderatorId}::uuid
    where id = any(${ids}::uuid[]) and ${moderatorId} <> all (looked_at_by)
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

interface ToDecide {
  conversation_id: string
  sender_id: string
  client_key: string
  content: string
  /** The guard's findings, without the rules that hold. */
  reading: string
  photo: { url: string; width: number; height: number; thumbhash: string } | null
  people: string[]
}

/** Returns undefined unless the message waits. */
export async function selectToDecide(db: Database, id: string): Promise<ToDecide | undefined> {
  const { rows } = await sql<ToDecide>`
    select h.conversation_id, h.sender_id, h.client_key, h.content, (h.reading - 'hold' - 'photo' - 'codes')::text as reading,
      h.reading -> 'photo' as photo,
      array(select user_id::text from get_conversation_participants(h.conversation_id)) as people
    from held_messages h where h.id = ${id} and h.state = 'waiting'`.execute(db)
  return rows[0]
}

/** Returns undefined if somebody else has decided in the meantime. */
export const decideHeld = (
  tx: Database,
  { id, state, words }: { id: string; state: 'released' | 'refused'; words: string },
): Promise<HeldRow | undefined> =>
  tx
    .updateTable('held_messages')
    .set({
      state,
      words,
      ...(state === 'released' && { content: '', reading: sql`reading - 'photo' - 'codes'` }),
    })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning(heldColumns)
    .returning(photoColumns)
    .executeTakeFirst()

/** Returns undefined if somebody has decided in the meantime. */
export const deleteWaiting = (tx: Database, id: string): Promise<HeldRow | undefined> =>
  tx
    .deleteFrom('held_messages')
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning(heldColumns)
    .returning(photoColumns)
    .executeTakeFirst()

/** Messages that have waited longer than `days`, oldest first, without those of people under a sanction. */
export async function selectOverdue(db: Database, days: number, limit: number): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select h.id from held_messages h
    where h.state = 'waiting' and h.created_at < now() - make_interval(days => ${days}::int)
      and not exists (
        select from sanctions s where s.person_id = h.sender_id and (s.until is null or s.until > now())
      )
    order by h.created_at, h.id limit ${sql.lit(limit)}`.execute(db)
  return rows
}

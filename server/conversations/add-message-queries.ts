import { CompiledQuery } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import type { MessageRow } from './mapping.ts'

export interface NewMessage {
  conversationId: string
  senderId: string
  clientKey: string
  content: string
  photo: { url: string; width: number; height: number; thumbhash: string } | null
  perMinute: number
  /** The guard's findings as JSON; null for none. */
  reading: string | null
}

export interface SentRow extends Omit<MessageRow, 'reactions'> {
  outcome:
    | 'sent'
    | 'known'
    | 'waiting'
    | 'refused'
    | 'taken'
    | 'left'
    | 'limited'
    | 'banned'
    | 'blocked'
    | 'closed'
    | 'too-many'
    | 'denied'
    | 'unknown'
  other_id: string | null
  sender_badge_changed: boolean | null
  other_badge_changed: boolean | null
  wait_seconds: number | null
  /** The moderator's words if the message was refused. */
  held_words: string | null
}

const SENT_COLUMNS = `
  s.outcome, s.other_id, s.sender_badge_changed, s.other_badge_changed, s.wait_seconds, s.held_words,
  (s.message).id, (s.message).conversation_id, (s.message).seq, (s.message).sender_id, (s.message).client_key,
  (s.message).content, (s.message).price_from, (s.message).price_to, (s.message).step, (s.message).image_url, (s.message).image_width, (s.message).image_height,
  (s.message).image_thumbhash, (s.message).read, (s.message).created_at, (s.message).warnings`

/** Constant texts, because these are the most frequent statements. */
const ADD_MESSAGE = `select ${SENT_COLUMNS} from add_message($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) s`

/**
 * All people are locked before the first conversation, as for a single message, and conversations in the
 * order of their ids, so that two batches, or a batch and a person who leaves, do not deadlock.
 */
const ADD_MESSAGES = `
  with sent as materialized (
    select * from unnest(
      $1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::integer[], $7::integer[], $8::text[], $9::integer[],
      $10::jsonb[]
    ) with ordinality
      as n (conversation, sender, key, body, photo_url, photo_width, photo_height, photo_thumbhash, most_a_minute, reading, nth)
  ),
  people as materialized (
    select id from profiles where id in (
      select p.user_id from sent
      join conversation_participants own on own.conversation_id = sent.conversation and own.user_id = sent.sender
      join conversation_participants p on p.conversation_id = sent.conversation
    )
    order by id for key share
  )
  select n.nth, ${SENT_COLUMNS}
  from (select * from sent where (select count(*) from people) >= 0 order by conversation, nth offset 0) n
  cross join lateral add_message(
    n.conversation, n.sender, n.key, n.body, n.photo_url, n.photo_width, n.photo_height, n.photo_thumbhash, n.most_a_minute,
    n.reading
  ) s`

const parametersOf = ({
  conversationId,
  senderId,
  clientKey,
  content,
  photo,
  perMinute,
  reading,
}: NewMessage) => [
  conversationId,
  senderId,
  clientKey,
  content,
  photo?.url ?? null,
  photo?.width ?? null,
  photo?.height ?? null,
  photo?.thumbhash ?? null,
  perMinute,
  reading,
]

/**
 * Adds all messages in one statement, and so in one round trip and one transaction. A message's columns are null
 * unless its outcome is sent, known, waiting or refused.
 */
export async function callAddMessages(db: Database, sent: NewMessage[]): Promise<SentRow[]> {
  const rows = sent.map(parametersOf)
  const [first] = rows
  if (first && rows.length === 1)
    return (await db.executeQuery<SentRow>(CompiledQuery.raw(ADD_MESSAGE, first))).rows
  const columns = first?.map((_, column) => rows.map((row) => row[column])) ?? []
  const added = await db.executeQuery<SentRow & { nth: number }>(CompiledQuery.raw(ADD_MESSAGES, columns))
  return added.rows.toSorted((one, other) => one.nth - other.nth)
}

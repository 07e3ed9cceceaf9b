import { sql } from 'kysely'
import type { Message } from '#contract/conversations/conversations.ts'
import type { BlockState } from '#server/blocks/service.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { MessageRow } from './mapping.ts'

const messageColumns = sql.raw(`
  m.id, m.conversation_id, m.seq, m.sender_id, m.client_key, m.content, m.price_from, m.price_to, m.step, m.image_url, m.image_width, m.image_height,
  m.image_thumbhash, m.read, m.created_at, m.warnings`)

const reactionsOfMessage = sql<Message['reactions']>`
  (select coalesce(json_agg(json_build_object('userId', r.user_id, 'reaction', r.reaction) order by r.created_at), '[]')
   from message_reactions r where r.message_id = m.id)`

interface ReadOutcome {
  outcome: 'read' | 'denied' | 'unknown'
  seq: number
  has_advanced: boolean
  other_id: string | null
  reader_badge_changed: boolean | null
}

export async function callMarkConversationRead(
  db: Database,
  { conversationId, readerId, seq }: { conversationId: string; readerId: string; seq: number },
): Promise<ReadOutcome> {
  const { rows } = await sql<ReadOutcome>`
    select * from mark_conversation_read(${conversationId}, ${readerId}, ${seq})`.execute(db)
  const [row] = rows
  if (!row) throw new Error('mark_conversation_read returned no row')
  return row
}

/** Messages before the number `before`, in descending order. */
export async function selectMessagesBefore(
  db: Database,
  conversationId: string,
  before: number,
  limit: number,
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select ${messageColumns}, ${reactionsOfMessage} as reactions from messages m
    where m.conversation_id = ${conversationId} and m.seq < ${before}
    order by m.seq desc limit ${sql.lit(limit)}`.execute(db)
  return rows
}

/** Messages after the number `after`, in ascending order. */
export async function selectMessagesAfter(
  db: Database,
  conversationId: string,
  after: number,
  limit: number,
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select ${messageColumns}, ${reactionsOfMessage} as reactions from messages m
    where m.conversation_id = ${conversationId} and m.seq > ${after}
    order by m.seq limit ${sql.lit(limit)}`.execute(db)
  return rows
}

export async function selectMessageByKey(db: Database, conversationId: string, clientKey: string) {
  const { rows } = await sql<MessageRow>`
    select ${messageColumns}, ${reactionsOfMessage} as reactions from messages m
    where m.conversation_id = ${conversationId} and m.client_key = ${clientKey}`.execute(db)
  return rows[0]
}

interface ReactedTo {
  conversation_id: string
  is_line: boolean
  people: string[]
  block: BlockState
}

/** Returns undefined if the message does not exist. */
export async function selectMessagePeople(db: Database, messageId: string, userId: string) {
  const { rows } = await sql<ReactedTo>`
    select m.conversation_id, (m.price_to is not null or m.step is not null) as is_line, array(
      select user_id::text from get_conversation_participants(m.conversation_id)
    ) as people, (
      select block_between(${userId}, p.user_id) from get_conversation_participants(m.conversation_id) p
      where p.user_id <> ${userId} limit 1
    ) as block
    from messages m where m.id = ${messageId}`.execute(db)
  return rows[0]
}

interface OwnReaction {
  message_id: string
  user_id: string
}

export const upsertReaction = (db: Database, own: OwnReaction, reaction: string) =>
  db
    .insertInto('message_reactions')
    .values({ ...own, reaction })
    .onConflict((conflict) => conflict.columns(['message_id', 'user_id']).doUpdateSet({ reaction }))
    .execute()

export const deleteReaction = (db: Database, { message_id, user_id }: OwnReaction) =>
  db
    .deleteFrom('message_reactions')
    .where('message_id', '=', message_id)
    .where('user_id', '=', user_id)
    .execute()

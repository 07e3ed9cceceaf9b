import type { Database } from '#server/db/connect.ts'

/** The conversations that a person takes part in, and what of them is theirs: the other's words are the other's. */
const conversations = (db: Database, id: string) =>
  db
    .selectFrom('conversation_participants as own')
    .innerJoin('conversations as c', 'c.id', 'own.conversation_id')
    .select(['c.id', 'c.product_id', 'c.product_title', 'c.last_seq', 'c.created_at', 'c.updated_at'])
    .where('own.user_id', '=', id)
    .orderBy('c.created_at')
    .execute()

const participants = (db: Database, id: string) =>
  db
    .selectFrom('conversation_participants')
    .select(['conversation_id', 'read_seq', 'unread_count', 'updated_at'])
    .where('user_id', '=', id)
    .orderBy('conversation_id')
    .execute()

const messages = (db: Database, id: string) =>
  db
    .selectFrom('messages as m')
    .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
    .select([
      'm.conversation_id',
      'c.product_title',
      'm.seq',
      'm.content',
      'm.image_url',
      'm.read',
      'm.created_at',
    ])
    .where('m.sender_id', '=', id)
    .orderBy('m.conversation_id')
    .orderBy('m.seq')
    .execute()

const reactions = (db: Database, id: string) =>
  db
    .selectFrom('message_reactions as r')
    .innerJoin('messages as m', 'm.id', 'r.message_id')
    .select(['m.conversation_id', 'm.seq', 'r.reaction', 'r.created_at'])
    .where('r.user_id', '=', id)
    .orderBy('r.created_at')
    .execute()

const notifications = (db: Database, id: string) =>
  db
    .selectFrom('notifications')
    .select(['type', 'content', 'read', 'action_url', 'created_at', 'emailed_at'])
    .where('user_id', '=', id)
    .orderBy('created_at')
    .execute()

/** What they wrote to support; of a confirmed address alone, since anybody may register another's. */
const contactMessages = (db: Database, id: string) =>
  db
    .selectFrom('contact_messages as c')
    .innerJoin('accounts as a', 'a.email', 'c.email')
    .select(['c.first_name', 'c.last_name', 'c.email', 'c.subject', 'c.message', 'c.created_at'])
    .where('a.id', '=', id)
    .where('a.email_verified_at', 'is not', null)
    .orderBy('c.created_at')
    .execute()

export const HELD_OF_TALK = {
  conversations,
  conversation_participants: participants,
  messages,
  message_reactions: reactions,
  notifications,
  contact_messages: contactMessages,
}

/** Photos that the person sent: `image_url` is the common start of each one's files. */
export async function selectSentPhotos(
  db: Database,
  personId: string,
): Promise<{ conversation_id: string; seq: number; image_url: string }[]> {
  const rows = await db
    .selectFrom('messages')
    .select(['conversation_id', 'seq', 'image_url'])
    .where('sender_id', '=', personId)
    .where('image_url', 'is not', null)
    .orderBy('conversation_id')
    .orderBy('seq')
    .$narrowType<{ image_url: string }>()
    .execute()
  return rows
}

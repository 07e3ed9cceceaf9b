import { UNKNOWN_USER } from '#contract/accounts/unknown-user.ts'
import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'

const NAME = sql<string>`coalesce(nullif(person.full_name, ''), nullif(person.username, ''), ${UNKNOWN_USER})`

/** Whom somebody is to the person whose copy it is: themselves, or the name that they saw. */
const nameOf = (column: 'm.sender_id' | 'r.user_id', personId: string) =>
  sql<string>`case when ${sql.ref(column)} = ${personId} then 'You' else ${NAME} end`

/** Each of the person's conversations, and with whom it is. */
const conversations = (db: Database, id: string) =>
  db
    .selectFrom('conversation_participants as own')
    .innerJoin('conversations as c', 'c.id', 'own.conversation_id')
    .leftJoin('conversation_participants as other', (join) =>
      join.onRef('other.conversation_id', '=', 'own.conversation_id').on('other.user_id', '<>', id),
    )
    .leftJoin('profiles as person', 'person.id', 'other.user_id')
    .select(['c.id', NAME.as('with'), 'c.product_id', 'c.product_title'])
    .select(['c.last_seq', 'c.created_at', 'c.updated_at'])
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

/** Where a photo stands in the copy. */
export const sentPhotoName = (conversationId: string, seq: number): string =>
  `messages/${conversationId}/${seq}.jpg`

/** What both sides wrote, as the person saw it. */
async function messages(db: Database, id: string) {
  const rows = await db
    .selectFrom('conversation_participants as own')
    .innerJoin('messages as m', 'm.conversation_id', 'own.conversation_id')
    .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
    .leftJoin('profiles as person', 'person.id', 'm.sender_id')
    .select(['m.conversation_id', 'c.product_title', 'm.seq', nameOf('m.sender_id', id).as('from')])
    .select(['m.content', 'm.price_from', 'm.price_to', 'm.image_url', 'm.read', 'm.created_at'])
    .where('own.user_id', '=', id)
    .orderBy('m.conversation_id')
    .orderBy('m.seq')
    .execute()
  return rows.map(({ image_url, ...row }) => ({
    ...row,
    photo: image_url === null ? null : sentPhotoName(row.conversation_id, row.seq),
  }))
}

const reactions = (db: Database, id: string) =>
  db
    .selectFrom('conversation_participants as own')
    .innerJoin('messages as m', 'm.conversation_id', 'own.conversation_id')
    .innerJoin('message_reactions as r', 'r.message_id', 'm.id')
    .leftJoin('profiles as person', 'person.id', 'r.user_id')
    .select(['m.conversation_id', 'm.seq', nameOf('r.user_id', id).as('from'), 'r.reaction', 'r.created_at'])
    .where('own.user_id', '=', id)
    .orderBy('r.created_at')
    .execute()

const notifications = (db: Database, id: string) =>
  db
    .selectFrom('notifications')
    .select(['type', 'content', 'read', 'action_url', 'created_at', 'emailed_at', 'deleted_at'])
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

/** Photos of the person's conversations: `image_url` is the common start of each one's files. */
export async function selectSentPhotos(
  db: Database,
  personId: string,
): Promise<{ conversation_id: string; seq: number; image_url: string }[]> {
  const rows = await db
    .selectFrom('conversation_participants as own')
    .innerJoin('messages as m', 'm.conversation_id', 'own.conversation_id')
    .select(['m.conversation_id', 'm.seq', 'm.image_url'])
    .where('own.user_id', '=', personId)
    .where('m.image_url', 'is not', null)
    .orderBy('m.conversation_id')
    .orderBy('m.seq')
    .$narrowType<{ image_url: string }>()
    .execute()
  return rows
}

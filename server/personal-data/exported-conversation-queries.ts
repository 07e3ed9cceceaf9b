import { UNKNOWN_USER } from '#contract/accounts/unknown-user.ts'
import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import { by, exportedTables } from './exported-table.ts'

const nameOf = (id: 't.sender_id' | 't.user_id' | 'other.user_id') => sql<string>`coalesce((
  select coalesce(nullif(full_name, ''), nullif(username, '')) from profiles where id = ${sql.ref(id)}
), ${UNKNOWN_USER})`

/** Whom somebody is to the person whose copy it is: themselves, or the name that they saw. */
const writer = (id: 't.sender_id' | 't.user_id', personId: string) =>
  sql`case when ${sql.ref(id)} = ${personId} then 'You' else ${nameOf(id)} end as "from"`

const conversationsOf = (personId: string) =>
  sql`(select conversation_id from conversation_participants where user_id = ${personId})`

/** Where a photo stands in the copy. */
const photoName = sql<string>`'messages/' || t.conversation_id || '/' || t.seq || '.jpg'`

export const HELD_OF_CONVERSATIONS = exportedTables({
  /** Each of the person's conversations, and with whom it is. */
  conversations: {
    whose: (id) => sql`t.id in ${conversationsOf(id)}`,
    withheld: ['first_person', 'second_person', 'first_messages', 'second_messages', 'last_message_at'],
    also: (id) => sql`coalesce((
      select ${nameOf('other.user_id')} from conversation_participants other
      where other.conversation_id = t.id and other.user_id <> ${id}
    ), ${UNKNOWN_USER}) as "with"`,
  },
  conversation_participants: {
    whose: by('user_id'),
    withheld: ['user_id', 'sent_at'],
    order: sql`t.conversation_id`,
  },
  /** What both sides wrote, as the person saw it. */
  messages: {
    whose: (id) => sql`t.conversation_id in ${conversationsOf(id)}`,
    withheld: [
      'id',
      'client_key',
      'sender_id',
      'image_url',
      'image_width',
      'image_height',
      'image_thumbhash',
      'warnings',
    ],
    also: (id) => sql`
      (select product_title from conversations where id = t.conversation_id) as product_title,
      ${writer('t.sender_id', id)}, case when t.image_url is not null then ${photoName} end as photo`,
    order: sql`t.conversation_id, t.seq`,
  },
  /** What they wrote that waits for a moderator or was refused; of what was released there is the message. */
  held_messages: {
    whose: (id) => sql`t.sender_id = ${id} and t.state <> 'released'`,
    withheld: ['id', 'sender_id', 'client_key', 'reading', 'looked_at_by'],
  },
  /** Of which warned messages they said that they were no trick. */
  guard_false_alarms: { whose: by('person_id'), withheld: ['person_id'] },
  message_reactions: {
    whose: (id) =>
      sql`t.message_id in (select id from messages where conversation_id in ${conversationsOf(id)})`,
    withheld: ['message_id', 'user_id'],
    also: (id) => sql`
      (select conversation_id from messages where id = t.message_id) as conversation_id,
      (select seq from messages where id = t.message_id) as seq, ${writer('t.user_id', id)}`,
  },
  notifications: {
    whose: by('user_id'),
    withheld: ['id', 'user_id', 'review_id', 'in_app', 'push_at', 'mail_at', 'was_unread'],
  },
  /** What they wrote to support; of a confirmed address alone, since anybody may register another's. */
  contact_messages: {
    whose: (id) =>
      sql`t.email = (select email from accounts where id = ${id} and email_verified_at is not null)`,
    withheld: ['id', 'client_key'],
  },
})

/** Photos of the person's conversations: where each stands in the copy, and the common start of its files. */
export async function selectSentPhotos(db: Database, personId: string) {
  const { rows } = await sql<{ name: string; image_url: string }>`
    select ${photoName} as name, t.image_url from messages t
    where t.conversation_id in ${conversationsOf(personId)} and t.image_url is not null
    order by t.conversation_id, t.seq`.execute(db)
  return rows
}

import { UNKNOWN_USER } from '#contract/accounts/unknown-user.ts'
import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import { by, exportedTables } from './exported-table.ts'

const nameOf = (id: 't.sender_id' | 't.user_id' | 'other.user_id') => sql<string>`coalesce((
  select coalesce(nullif(full_name, ''), nullif(username, '')) from profiles where id = ${sql.ref(id)}
), ${UNKNOWN_USER})`

/** The writer as the copy's owner sees them: 'You', or the name that was shown. */
const writer = (id: 't.sender_id' | 't.user_id', personId: string) =>
  sql`case when ${sql.ref(id)} = ${personId} then 'You' else ${nameOf(id)} end as "from"`

const conversationsOf = (personId: string) =>
  sql`(select conversation_id from conversation_participants where user_id = ${personId})`

/** The photo's path in the copy. */
const photoName = sql<string>`'messages/' || t.conversation_id || '/' || t.seq || '.jpg'`

export const EXPORTED_CONVERSATION_DATA = exportedTables({
  /** Each of the person's conversations, with the name of the other participant. */
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
  agreements: {
    whose: (id) => sql`${id} in (t.buyer_id, t.seller_id)`,
    withheld: ['id', 'buyer_id', 'seller_id', 'counts_for_buyer', 'counts_for_seller'],
  },
  deal_figures: { whose: by('person_id'), withheld: ['person_id'], order: sql`t.person_id` },
  /** Messages of both sides, as the person saw them. */
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
  /** The person's messages that wait for a moderator or were refused; released ones are ordinary messages. */
  held_messages: {
    whose: (id) => sql`t.sender_id = ${id} and t.state <> 'released'`,
    withheld: ['id', 'sender_id', 'client_key', 'reading', 'looked_at_by'],
  },
  /** Warned messages that the person reported as harmless. */
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
  /** Messages to support, but only from a confirmed address, because anybody may register another's. */
  contact_messages: {
    whose: (id) =>
      sql`t.email = (select email from accounts where id = ${id} and email_verified_at is not null)`,
    withheld: ['id', 'client_key'],
  },
})

/**
 * Photos of the person's conversations: each photo's path in the copy, and the common prefix of its files.
 */
export async function selectSentPhotos(db: Database, personId: string) {
  const { rows } = await sql<{ name: string; image_url: string }>`
    select ${photoName} as name, t.image_url from messages t
    where t.conversation_id in ${conversationsOf(personId)} and t.image_url is not null
    order by t.conversation_id, t.seq`.execute(db)
  return rows
}

import type { Insertable } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import type { ConversationParticipants, Conversations, Messages, Notifications } from '#server/db/schema.ts'
import { demoId } from './demo-id.ts'
import type { DemoMessage, DemoPerson, DemoTalk } from './demo-types.ts'

const HOUR = 3_600_000
const NOTIFIED_BEGINNING = 140

interface Talks {
  talks: DemoTalk[]
  people: DemoPerson[]
  products: { id: string; title: string; seller: string }[]
  /** Of a person by their key. */
  idOf: (key: string) => string
  /** Milliseconds since 1970; ages count back from it. */
  now: number
}

interface Message extends DemoMessage {
  id: string
  seq: number
  at: string
  isRead: boolean
}

interface Talk {
  id: string
  product: { id: string; title: string }
  /** Keys of the two. */
  people: [string, string]
  messages: Message[]
  begunAt: string
  lastAt: string
}

function toTalk(talk: DemoTalk, product: Talks['products'][number], now: number): Talk {
  const at = (ageHours: number) => new Date(now - ageHours * HOUR).toISOString()
  const name = `talk ${product.id} ${talk.buyer}`
  const ages = talk.messages.map(({ ageHours }) => ageHours)
  return {
    id: demoId(name, Math.max(...ages)),
    product,
    people: [product.seller, talk.buyer],
    messages: talk.messages.map((message, index) => ({
      ...message,
      id: demoId(`${name} ${index}`, message.ageHours),
      seq: index + 1,
      at: at(message.ageHours),
      isRead: index < talk.messages.length - talk.unread,
    })),
    begunAt: at(Math.max(...ages)),
    lastAt: at(Math.min(...ages)),
  }
}

const conversationRow = (
  { id, product, people, messages, begunAt, lastAt }: Talk,
  idOf: Talks['idOf'],
): Insertable<Conversations> => {
  const [first_person, second_person] = people.map(idOf).toSorted()
  return {
    id,
    product_id: product.id,
    product_title: product.title,
    first_person,
    second_person,
    last_seq: messages.length,
    last_message_at: lastAt,
    created_at: begunAt,
    updated_at: lastAt,
  }
}

const participantRow = (
  { id, messages, lastAt }: Talk,
  person: string,
  idOf: Talks['idOf'],
): Insertable<ConversationParticipants> => {
  const unread = messages.filter(({ by, isRead }) => by !== person && !isRead)
  return {
    conversation_id: id,
    user_id: idOf(person),
    read_seq: (unread[0]?.seq ?? messages.length + 1) - 1,
    unread_count: unread.length,
    updated_at: lastAt,
  }
}

const messageRows = ({ id, messages }: Talk, idOf: Talks['idOf']): Insertable<Messages>[] =>
  messages.map((message) => ({
    id: message.id,
    conversation_id: id,
    seq: message.seq,
    sender_id: idOf(message.by),
    client_key: demoId(`key ${message.id}`, message.ageHours),
    content: message.text,
    read: message.isRead,
    created_at: message.at,
  }))

const reactionRows = ({ messages }: Talk, idOf: Talks['idOf']) =>
  messages.flatMap(({ id, at, reactions = {} }) =>
    Object.entries(reactions).map(([person, reaction]) => ({
      message_id: id,
      user_id: idOf(person),
      reaction,
      created_at: at,
    })),
  )

/** As if they had come with the last message of each talk. */
function notificationRows({ id, people, messages }: Talk, given: Talks): Insertable<Notifications>[] {
  const last = messages.at(-1)
  const sender = given.people.find(({ key }) => key === last?.by)
  return people
    .filter((person) => last && !last.isRead && last.by !== person)
    .map((person) => ({
      user_id: given.idOf(person),
      type: 'message',
      content: `${sender?.fullName}: ${last?.text.slice(0, NOTIFIED_BEGINNING)}`,
      action_url: `/conversation/${id}`,
      created_at: last?.at,
    }))
}

/** Of the talks those about products that are there. */
export async function insertTalks(tx: Database, given: Talks): Promise<void> {
  const talks = given.talks.flatMap((talk) => {
    const product = given.products.find(({ title }) => title === talk.product)
    return product ? [toTalk(talk, product, given.now)] : []
  })
  if (talks.length === 0) return
  const { idOf } = given
  await tx
    .insertInto('conversations')
    .values(talks.map((talk) => conversationRow(talk, idOf)))
    .execute()
  const participants = talks.flatMap((talk) =>
    talk.people.map((person) => participantRow(talk, person, idOf)),
  )
  await tx.insertInto('conversation_participants').values(participants).execute()
  await tx
    .insertInto('messages')
    .values(talks.flatMap((talk) => messageRows(talk, idOf)))
    .execute()
  const reactions = talks.flatMap((talk) => reactionRows(talk, idOf))
  if (reactions.length > 0) await tx.insertInto('message_reactions').values(reactions).execute()
  const notifications = talks.flatMap((talk) => notificationRows(talk, given))
  if (notifications.length > 0) await tx.insertInto('notifications').values(notifications).execute()
}

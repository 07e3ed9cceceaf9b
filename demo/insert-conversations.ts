import { type Insertable, type InsertObject, sql } from 'kysely'
import type { LiveRules } from '#server/moderation/guard/rule-cache.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type {
  ConversationParticipants,
  Conversations,
  DB,
  Notifications,
} from '#server/platform/db/schema.ts'
import { conversationName, demoId, messageId } from './demo-id.ts'
import type { DemoMessage, DemoPerson, DemoConversation } from './demo-types.ts'

const HOUR = 3_600_000
const MESSAGE_EXCERPT_MAX = 140

interface ConversationDeps {
  conversations: DemoConversation[]
  people: DemoPerson[]
  products: { id: string; title: string; seller: string }[]
  /** Returns the id of a person by their key. */
  idOf: (key: string) => string
  /** The guard's rules, which read every message. */
  rules: LiveRules
  /** Milliseconds since 1970; ages count back from it. */
  now: number
}

interface Message extends DemoMessage {
  id: string
  seq: number
  at: string
  isRead: boolean
}

interface DatedConversation {
  id: string
  product: { id: string; title: string }
  /** Keys of the two people. */
  people: [string, string]
  messages: Message[]
  begunAt: string
  lastAt: string
}

function toDated(
  conversation: DemoConversation,
  product: ConversationDeps['products'][number],
  now: number,
): DatedConversation {
  const at = (ageHours: number) => new Date(now - ageHours * HOUR).toISOString()
  const name = conversationName(product.id, conversation.buyer)
  const ages = conversation.messages.map(({ ageHours }) => ageHours)
  return {
    id: demoId(name, Math.max(...ages)),
    product,
    people: [product.seller, conversation.buyer],
    messages: conversation.messages.map((message, index) => ({
      ...message,
      id: messageId(name, index, message.ageHours),
      seq: index + 1,
      at: at(message.ageHours),
      isRead: index < conversation.messages.length - conversation.unread,
    })),
    begunAt: at(Math.max(...ages)),
    lastAt: at(Math.min(...ages)),
  }
}

const conversationRow = (
  { id, product, people, messages, begunAt, lastAt }: DatedConversation,
  idOf: ConversationDeps['idOf'],
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
  { id, messages, lastAt }: DatedConversation,
  person: string,
  idOf: ConversationDeps['idOf'],
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

function warningsOf(product: string, sender: string, reading: string | null) {
  return reading === null ? null : sql<number[]>`guard_warnings(${reading}::jsonb, ${product}, ${sender})`
}

const messageRows = (
  { id, product, messages }: DatedConversation,
  { idOf, rules }: ConversationDeps,
): InsertObject<DB, 'messages'>[] =>
  messages.map((message) => ({
    id: message.id,
    conversation_id: id,
    seq: message.seq,
    sender_id: idOf(message.by),
    client_key: demoId(`key ${message.id}`, message.ageHours),
    content: message.text,
    read: message.isRead,
    created_at: message.at,
    warnings: warningsOf(product.id, idOf(message.by), rules.read(message.text)),
  }))

const reactionRows = ({ messages }: DatedConversation, idOf: ConversationDeps['idOf']) =>
  messages.flatMap(({ id, at, reactions = {} }) =>
    Object.entries(reactions).map(([person, reaction]) => ({
      message_id: id,
      user_id: idOf(person),
      reaction,
      created_at: at,
    })),
  )

/** Notifications as if the last message of each conversation had caused them. */
function notificationRows(
  { id, people, messages }: DatedConversation,
  deps: ConversationDeps,
): Insertable<Notifications>[] {
  const last = messages.at(-1)
  const sender = deps.people.find(({ key }) => key === last?.by)
  return people
    .filter((person) => last && !last.isRead && last.by !== person)
    .map((person) => ({
      user_id: deps.idOf(person),
      type: 'message',
      content: `${sender?.fullName}: ${last?.text.slice(0, MESSAGE_EXCERPT_MAX)}`,
      action_url: `/conversation/${id}`,
      created_at: last?.at,
    }))
}

/** Inserts the conversations about products that exist. */
export async function insertConversations(tx: Database, deps: ConversationDeps): Promise<void> {
  const conversations = deps.conversations.flatMap((conversation) => {
    const product = deps.products.find(({ title }) => title === conversation.product)
    return product ? [toDated(conversation, product, deps.now)] : []
  })
  if (conversations.length === 0) return
  const { idOf } = deps
  await tx
    .insertInto('conversations')
    .values(conversations.map((conversation) => conversationRow(conversation, idOf)))
    .execute()
  const participants = conversations.flatMap((conversation) =>
    conversation.people.map((person) => participantRow(conversation, person, idOf)),
  )
  await tx.insertInto('conversation_participants').values(participants).execute()
  await tx
    .insertInto('messages')
    .values(conversations.flatMap((conversation) => messageRows(conversation, deps)))
    .execute()
  const reactions = conversations.flatMap((conversation) => reactionRows(conversation, idOf))
  if (reactions.length > 0) await tx.insertInto('message_reactions').values(reactions).execute()
  const notifications = conversations.flatMap((conversation) => notificationRows(conversation, deps))
  if (notifications.length > 0) await tx.insertInto('notifications').values(notifications).execute()
}

import * as z from 'zod/mini'
import { VISIBLE_SIGN } from './blank.ts'
import { REACTIONS } from './choices.ts'
import { endpoint } from './endpoint.ts'
import { MESSAGE_MAX, SEARCH_MAX } from './limits.ts'
import { Cursor, pageOf } from './page.ts'
import { Photo, ProductId } from './products.ts'

const ConversationId = z.uuid('Not a conversation id')
const MessageId = z.uuid('Not a message id')
/** The browser names each message with a UUID: the same once more is the same message. */
const ClientKey = z.uuid('Not a message key')
/** A message's place in its conversation: 1, 2, 3, … */
const Seq = z.int().check(z.minimum(0), z.maximum(2_000_000_000))

const Reaction = z.enum(REACTIONS)

export const Message = z.object({
  id: z.string(),
  conversationId: z.string(),
  seq: z.int(),
  /** Null once that person has left. */
  senderId: z.nullable(z.string()),
  clientKey: z.string(),
  content: z.string(),
  /** Its `src` is signed for the people of the conversation and works for some hours. */
  photo: z.nullable(Photo),
  /** Whether the other person has read it. */
  read: z.boolean(),
  reactions: z.array(z.object({ userId: z.string(), reaction: Reaction })),
  createdAt: z.string(),
})
export type Message = z.output<typeof Message>

/** The other of the two; `id` is null and the name 'Unknown User' once they have left. */
const OtherPerson = z.object({
  id: z.nullable(z.string()),
  name: z.string(),
  avatar: z.nullable(z.string()),
})

/** `id`, `price` and `status` are null once the product is deleted. */
const TalkedAbout = z.object({
  id: z.nullable(z.string()),
  title: z.string(),
  price: z.nullable(z.number()),
  status: z.nullable(z.enum(['available', 'reserved', 'sold'])),
  photo: z.nullable(Photo),
})

export const ConversationRow = z.object({
  id: z.string(),
  product: TalkedAbout,
  other: OtherPerson,
  /** `text` is the message's beginning, empty for a photo alone. */
  lastMessage: z.nullable(
    z.object({ text: z.string(), hasPhoto: z.boolean(), isOwn: z.boolean(), createdAt: z.string() }),
  ),
  /** Number of the newest message; 0 before the first. */
  lastSeq: z.int(),
  unread: z.int(),
  updatedAt: z.string(),
})
export type ConversationRow = z.output<typeof ConversationRow>

/** Null for somebody who hides it, or has left. */
const Presence = z.nullable(z.object({ isOnline: z.boolean(), lastSeenAt: z.nullable(z.string()) }))
export type Presence = z.output<typeof Presence>

export const Conversation = z.object({
  id: z.string(),
  product: TalkedAbout,
  /** Whether the viewer is the product's seller. */
  isSeller: z.boolean(),
  other: OtherPerson,
  presence: Presence,
})
export type Conversation = z.output<typeof Conversation>

const Id = z.object({ id: ConversationId })

export const listConversations = endpoint({
  method: 'GET',
  path: '/api/conversations',
  signedIn: true,
  summary: "The person's conversations, newest first; `search` looks in product titles, names and messages.",
  query: z.object({
    cursor: z.optional(Cursor),
    search: z.optional(z.string().check(z.trim(), z.maxLength(SEARCH_MAX))),
  }),
  reply: pageOf(ConversationRow),
})

export const countUnreadConversations = endpoint({
  method: 'GET',
  path: '/api/conversations/unread',
  signedIn: true,
  summary: 'In how many conversations something is unread.',
  reply: z.object({ count: z.int() }),
})

export const openConversation = endpoint({
  method: 'POST',
  path: '/api/conversations',
  signedIn: true,
  summary: 'Finds the conversation with the seller of a product, or begins it.',
  body: z.object({ productId: ProductId }),
  reply: z.object({ id: z.string(), isNew: z.boolean() }),
})

export const getConversation = endpoint({
  method: 'GET',
  path: '/api/conversations/:id',
  signedIn: true,
  summary: 'A conversation as its two people see it, without its messages.',
  params: Id,
  reply: Conversation,
})

const SeqText = z.string().check(z.regex(/^\d{1,9}$/, 'Not a message number'))

export const listMessages = endpoint({
  method: 'GET',
  path: '/api/conversations/:id/messages',
  signedIn: true,
  summary:
    'A page of messages in their order: the newest, those before the message number `before`, or those after `after`.',
  params: Id,
  query: z.object({ before: z.optional(SeqText), after: z.optional(SeqText) }),
  reply: z.object({
    messages: z.array(Message),
    /** Whether there are more in the direction that was asked for. */
    hasMore: z.boolean(),
  }),
})

export const sendMessage = endpoint({
  method: 'POST',
  path: '/api/conversations/:id/messages',
  signedIn: true,
  summary: 'Sends a message. The same `clientKey` once more answers with the message that is there.',
  params: Id,
  body: z.object({
    clientKey: ClientKey,
    content: z.string().check(
      // What is pasted from elsewhere may bring signs that are none; nobody should have to look for them.
      z.overwrite((text) => text.replace(/\r\n?/g, '\n').replace(/(?![\n\t])\p{Cc}/gu, '')),
      z.trim(),
      z.regex(VISIBLE_SIGN, 'This field is required'),
      z.maxLength(MESSAGE_MAX, `Must be at most ${MESSAGE_MAX} characters long`),
    ),
  }),
  reply: Message,
  status: 201,
})

/**
 * Not a call with JSON: `PUT /api/conversations/{id}/photos/{clientKey}` takes the bytes of a picture, and answers
 * as `sendMessage` does once the picture is prepared.
 */
export const messagePhotoPath = (conversationId: string, clientKey: string) =>
  `/api/conversations/${conversationId}/photos/${clientKey}` as const

export const markRead = endpoint({
  method: 'POST',
  path: '/api/conversations/:id/read',
  signedIn: true,
  summary: 'The viewer has seen the messages up to this number.',
  params: Id,
  body: z.object({ seq: Seq }),
  reply: z.object({}),
})

export const react = endpoint({
  method: 'PUT',
  path: '/api/messages/:id/reaction',
  signedIn: true,
  summary: "Sets the viewer's reaction to a message, or with null takes it back.",
  params: z.object({ id: MessageId }),
  body: z.object({ reaction: z.nullable(Reaction) }),
  reply: z.object({}),
})

import * as z from 'zod/mini'
import { paragraphs, REQUIRED } from '#contract/plain-text.ts'
import { choiceSchemas } from '#contract/selling/choice-schemas.ts'
import { REACTIONS } from '#contract/selling/choices.ts'
import { Agreement, AgreementStep } from '#contract/agreements/agreement.ts'
import { DealReview } from '#contract/agreements/buyer-reviews.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Warning } from '#contract/moderation/guard/warning.ts'
import { MESSAGE_MAX, SEARCH_MAX } from '#contract/limits.ts'
import { searchWords } from '#contract/search/search-words.ts'
import { Cursor, pageOf } from '#contract/page.ts'
import { Presence } from '#contract/presence.ts'
import { Photo, ProductId } from '#contract/products.ts'

export const ConversationId = z.uuid('Not a conversation id')
const MessageId = z.uuid('Not a message id')
/** The browser gives each message a UUID: the same UUID means the same message. */
const ClientKey = z.uuid('Not a message key')
/** A message's position in its conversation: 1, 2, 3, … */
const Seq = z.int().check(z.minimum(0), z.maximum(2_000_000_000))

const Reaction = z.enum(REACTIONS)

/** A line that the site itself adds for both people when the product's price changes. */
const PriceChange = z.object({ from: z.number(), to: z.number() })
export type PriceChange = z.output<typeof PriceChange>

export const Message = z.object({
  id: z.string(),
  conversationId: z.string(),
  seq: z.int(),
  /** Null once that person has left, and in lines of the site about an agreement. */
  senderId: z.nullable(z.string()),
  clientKey: z.string(),
  content: z.string(),
  /**
   * Only in lines that state a new price; the sender is the person who changed it. Nobody can react to them.
   */
  priceChange: z.optional(PriceChange),
  /** Only in lines about a step of an agreement, which have no words of their own. Nobody can react to them. */
  step: z.optional(AgreementStep),
  /** Its `src` is signed for the conversation's people and works for some hours. */
  photo: z.nullable(Photo),
  /**
   * Set for the viewer's own message if it waits for a moderator or was refused: the other person does not
   * see it. Its number is 0.
   */
  held: z.optional(z.object({ state: z.enum(['waiting', 'refused']), words: z.string() })),
  /** The guard's warnings for both people; absent if there are none. */
  warnings: z.optional(z.array(Warning)),
  /** True if the other person has read it. */
  read: z.boolean(),
  reactions: z.array(z.object({ userId: z.string(), reaction: Reaction })),
  createdAt: z.string(),
})
export type Message = z.output<typeof Message>

/** The other participant; `id` is null and the name 'Unknown User' once they have left. */
export const OtherPerson = z.object({
  id: z.nullable(z.string()),
  name: z.string(),
  avatar: z.nullable(z.string()),
})

/** `id`, `price` and `status` are null once the product is deleted. */
export const ConversationProduct = z.object({
  id: z.nullable(z.string()),
  title: z.string(),
  price: z.nullable(z.number()),
  status: z.nullable(z.enum(['available', 'reserved', 'sold'])),
  photo: z.nullable(Photo),
})

export const ConversationRow = z.object({
  id: z.string(),
  product: ConversationProduct,
  other: OtherPerson,
  /** `text` is the message's beginning; empty for a photo without text, a changed price and a step. */
  lastMessage: z.nullable(
    z.object({
      text: z.string(),
      priceChange: z.optional(PriceChange),
      step: z.optional(AgreementStep),
      hasPhoto: z.boolean(),
      isOwn: z.boolean(),
      createdAt: z.string(),
    }),
  ),
  /** Number of the newest message; 0 before the first. */
  lastSeq: z.int(),
  unread: z.int(),
  updatedAt: z.string(),
})
export type ConversationRow = z.output<typeof ConversationRow>

export const Conversation = z.object({
  id: z.string(),
  product: ConversationProduct,
  /** True if the viewer is the product's seller. */
  isSeller: z.boolean(),
  other: OtherPerson,
  /** True if the viewer has blocked the other person. */
  isBlocked: z.boolean(),
  /** True if the other person is banned: nobody can write to them. */
  isBanned: z.boolean(),
  /** Null once the product is deleted. */
  priceType: z.nullable(choiceSchemas.priceType),
  /** The product's category and its town; null once the product is deleted, absent in stored copies. */
  category: z.optional(z.nullable(z.string())),
  town: z.optional(z.nullable(z.string())),
  /** The newest agreement, or the newest offer; null before the first. */
  agreement: z.nullable(Agreement),
  /** The viewer's review of the deal; null without a deal, and if they can no longer write one. */
  review: z.nullable(DealReview),
  /** How many offers the viewer can still make for the product. */
  offersLeft: z.int(),
  /** True if the product is promised to somebody else. */
  isPromised: z.boolean(),
  presence: Presence,
})
export type Conversation = z.output<typeof Conversation>

const Id = z.object({ id: ConversationId })

const SeqText = z.string().check(z.regex(/^\d{1,9}$/, 'Not a message number'))

/**
 * Not a JSON call: `PUT /api/conversations/{id}/photos/{clientKey}` takes a picture's bytes, and replies like
 * `sendMessage` once the picture is prepared.
 */
export const messagePhotoPath = (conversationId: string, clientKey: string) =>
  `/api/conversations/${conversationId}/photos/${clientKey}` as const

export const conversationsContract = {
  listConversations: endpoint({
    method: 'GET',
    path: '/api/conversations',
    access: 'signed-in',
    summary:
      "Lists the person's conversations, newest first; `search` covers product titles, names and messages.",
    query: z.object({
      cursor: z.optional(Cursor),
      search: z.optional(searchWords(SEARCH_MAX)),
    }),
    reply: pageOf(ConversationRow),
  }),
  countUnreadConversations: endpoint({
    method: 'GET',
    path: '/api/conversations/unread',
    access: 'signed-in',
    summary: 'Counts the conversations with unread messages.',
    reply: z.object({ count: z.int() }),
  }),
  openConversation: endpoint({
    method: 'POST',
    path: '/api/conversations',
    access: 'signed-in',
    summary: 'Finds or creates the conversation with the seller of a product.',
    body: z.object({ productId: ProductId }),
    reply: z.object({ id: z.string(), isNew: z.boolean() }),
  }),
  getConversation: endpoint({
    method: 'GET',
    path: '/api/conversations/:id',
    access: 'participant',
    summary: 'Returns a conversation for one of its two people, without its messages.',
    params: Id,
    reply: Conversation,
  }),
  listMessages: endpoint({
    method: 'GET',
    path: '/api/conversations/:id/messages',
    access: 'participant',
    summary:
      'Lists a page of messages in their order: the newest, those before the message number `before`, or those after `after`.',
    params: Id,
    query: z.object({ before: z.optional(SeqText), after: z.optional(SeqText) }),
    reply: z.object({
      messages: z.array(Message),
      /** The viewer's own held messages, with each page except those of older messages. */
      held: z.array(Message),
      /** True if there are more in the requested direction. */
      hasMore: z.boolean(),
    }),
  }),
  sendMessage: endpoint({
    method: 'POST',
    path: '/api/conversations/:id/messages',
    access: 'participant',
    summary: 'Sends a message. A repeated `clientKey` returns the existing message.',
    params: Id,
    body: z.object({
      clientKey: ClientKey,
      content: paragraphs(MESSAGE_MAX, REQUIRED),
    }),
    reply: Message,
    status: 201,
  }),
  markRead: endpoint({
    method: 'POST',
    path: '/api/conversations/:id/read',
    access: 'participant',
    summary: 'Marks the messages up to this number as read by the viewer.',
    params: Id,
    body: z.object({ seq: Seq }),
    reply: z.object({}),
  }),
  setReaction: endpoint({
    method: 'PUT',
    path: '/api/messages/:id/reaction',
    access: 'participant',
    summary: "Sets the viewer's reaction to a message; null removes it.",
    params: z.object({ id: MessageId }),
    body: z.object({ reaction: z.nullable(Reaction) }),
    reply: z.object({}),
  }),
}

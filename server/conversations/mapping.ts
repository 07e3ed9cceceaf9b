import type { AgreementStep } from '#contract/agreements/agreement.ts'
import type { Warning } from '#contract/moderation/guard/warning.ts'
import { UNKNOWN_USER } from '#contract/accounts/unknown-user.ts'
import type {
  Conversation,
  ConversationRow,
  Message,
  PriceChange,
} from '#contract/conversations/conversations.ts'

type Sign = (src: string) => string
/** Returns the guard's warnings for ids of rules. */
type Warn = (ruleIds: readonly number[]) => Warning[]

export interface MessageRow {
  id: string
  conversation_id: string
  seq: number
  sender_id: string | null
  client_key: string
  content: string
  price_from: string | null
  price_to: string | null
  step: AgreementStep | null
  image_url: string | null
  image_width: number | null
  image_height: number | null
  image_thumbhash: string | null
  read: boolean
  created_at: string
  reactions: Message['reactions']
  warnings: number[] | null
}

/** Both or neither are null: the table's check `price_line_says_nothing_else`. */
const toPriceChange = (from: string | null, to: string | null): PriceChange | undefined =>
  from === null || to === null ? undefined : { from: Number(from), to: Number(to) }

type PhotoColumns = Pick<MessageRow, 'image_url' | 'image_width' | 'image_height' | 'image_thumbhash'>

/** A photo always has a size: the table's check `image_is_measured`. */
export const toPhoto = (row: PhotoColumns, sign: Sign): Message['photo'] =>
  row.image_url === null
    ? null
    : {
        src: sign(row.image_url),
        width: row.image_width ?? 0,
        height: row.image_height ?? 0,
        thumbhash: row.image_thumbhash ?? '',
      }

export const toMessage = (row: MessageRow, sign: Sign, warn: Warn): Message => ({
  id: row.id,
  conversationId: row.conversation_id,
  seq: row.seq,
  senderId: row.sender_id,
  clientKey: row.client_key,
  content: row.content,
  priceChange: toPriceChange(row.price_from, row.price_to),
  step: row.step ?? undefined,
  photo: toPhoto(row, sign),
  warnings: row.warnings === null ? undefined : warn(row.warnings),
  read: row.read,
  reactions: row.reactions,
  createdAt: row.created_at,
})

interface OtherRow {
  other_id: string | null
  full_name: string | null
  username: string | null
  avatar_url: string | null
}

/** SPEC 3: the other person is shown by full name, then username, then 'Unknown User'. */
export const toOther = (row: OtherRow): Conversation['other'] => ({
  id: row.other_id,
  name: row.full_name || row.username || UNKNOWN_USER,
  avatar: row.avatar_url,
})

interface ProductRow {
  product_id: string | null
  product_title: string
  price: string | null
  status: string | null
  image_url: string | null
  width: number | null
  height: number | null
  thumbhash: string | null
}

/** The cast of the status is safe, because only public products are selected. */
export const toConversationProduct = (row: ProductRow): Conversation['product'] => ({
  id: row.product_id,
  title: row.product_title,
  price: row.price === null ? null : Number(row.price),
  status: row.status as Conversation['product']['status'],
  photo:
    row.image_url === null
      ? null
      : {
          src: row.image_url,
          width: row.width ?? 0,
          height: row.height ?? 0,
          thumbhash: row.thumbhash ?? '',
        },
})

/** Columns of a conversation's product and other person. */
export type DealParts = ProductRow & OtherRow

interface LastMessageRow {
  last_text: string | null
  last_price_from: string | null
  last_price_to: string | null
  last_step: AgreementStep | null
  last_has_photo: boolean | null
  last_is_own: boolean | null
  last_at: string | null
}

export const toLastMessage = (row: LastMessageRow): ConversationRow['lastMessage'] =>
  row.last_at === null
    ? null
    : {
        text: row.last_text ?? '',
        priceChange: toPriceChange(row.last_price_from, row.last_price_to),
        step: row.last_step ?? undefined,
        hasPhoto: row.last_has_photo ?? false,
        isOwn: row.last_is_own ?? false,
        createdAt: row.last_at,
      }

import type { Conversation, ConversationRow, Message } from '#contract/conversations.ts'
import { AppError } from '#server/app-error.ts'

type Sign = (src: string) => string

export interface MessageRow {
  id: string
  conversation_id: string
  seq: number
  sender_id: string | null
  client_key: string
  content: string
  image_url: string | null
  image_width: number | null
  image_height: number | null
  image_thumbhash: string | null
  read: boolean
  created_at: string
  reactions: Message['reactions']
}

export const toMessage = (row: MessageRow, sign: Sign): Message => ({
  id: row.id,
  conversationId: row.conversation_id,
  seq: row.seq,
  senderId: row.sender_id,
  clientKey: row.client_key,
  content: row.content,
  // Measured whenever there is one, as the table's check `image_is_measured` says.
  photo:
    row.image_url === null
      ? null
      : {
          src: sign(row.image_url),
          width: row.image_width ?? 0,
          height: row.image_height ?? 0,
          thumbhash: row.image_thumbhash ?? '',
        },
  read: row.read,
  reactions: row.reactions,
  createdAt: row.created_at,
})

interface Other {
  other_id: string | null
  full_name: string | null
  username: string | null
  avatar_url: string | null
}

/** SPEC 3: the other person is called by full name, then username, then 'Unknown User'. */
export const toOther = (row: Other): Conversation['other'] => ({
  id: row.other_id,
  name: row.full_name || row.username || 'Unknown User',
  avatar: row.avatar_url,
})

interface TalkedAbout {
  product_id: string | null
  product_title: string
  price: string | null
  status: string | null
  image_url: string | null
  width: number | null
  height: number | null
  thumbhash: string | null
}

/** The status is one of these: drafts are never selected. */
export const toTalkedAbout = (row: TalkedAbout): Conversation['product'] => ({
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

interface LastMessage {
  last_text: string | null
  last_has_photo: boolean | null
  last_is_own: boolean | null
  last_at: string | null
}

export const toLastMessage = (row: LastMessage): ConversationRow['lastMessage'] =>
  row.last_at === null
    ? null
    : {
        text: row.last_text ?? '',
        hasPhoto: row.last_has_photo ?? false,
        isOwn: row.last_is_own ?? false,
        createdAt: row.last_at,
      }

/** What `people` are of a conversation, undefined for one that is not there: the other, or a refusal. */
export function otherOf(personId: string, people: string[] | undefined): { otherId: string | null } {
  if (!people) throw new AppError('conversation-not-found')
  if (!people.includes(personId)) throw new AppError('conversation-access-denied')
  return { otherId: people.find((id) => id !== personId) ?? null }
}

/** Text that is searched for, as it stands in a LIKE pattern: a '%' in it is a sign like any other. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`

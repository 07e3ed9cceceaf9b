import type { ConversationRow, Message } from '#contract/conversations/conversations.ts'
import { withoutPerson } from '#web/conversations/unknown-user.ts'

/** Characters of a last message in a list. */
const PREVIEW_LENGTH = 200

export type RowChange =
  | { type: 'sent'; message: Message }
  | { type: 'read'; conversationId: string; seq: number }
  | { type: 'left'; userId: string }

function withMessage(row: ConversationRow, message: Message, viewerId: string): ConversationRow {
  const { content, priceChange, step, photo, createdAt, senderId, seq } = message
  // The event came twice, or the list was loaded after the message.
  if (seq <= row.lastSeq) return row
  const isOwn = senderId === viewerId
  return {
    ...row,
    ...(priceChange && { product: { ...row.product, price: priceChange.to } }),
    lastMessage: {
      text: content.slice(0, PREVIEW_LENGTH),
      priceChange,
      step,
      hasPhoto: photo !== null,
      isOwn,
      createdAt,
    },
    lastSeq: seq,
    unread: isOwn ? row.unread : row.unread + 1,
    // The viewer's own new price moves no conversation up: it would bury those in which somebody wrote.
    updatedAt: isOwn && priceChange ? row.updatedAt : createdAt,
  }
}

interface OwnRead {
  conversationId: string
  seq: number
}

const isReadToEnd = ({ id, lastSeq }: ConversationRow, { conversationId, seq }: OwnRead) =>
  id === conversationId && seq >= lastSeq

/** Whether only the server knows how many messages are unread, because some arrived after those that were read. */
export const isReadInPart = (rows: readonly ConversationRow[], read: OwnRead): boolean =>
  rows.some((row) => row.id === read.conversationId && row.unread > 0 && !isReadToEnd(row, read))

export const hasRow = (rows: readonly ConversationRow[], id: string): boolean =>
  rows.some((row) => row.id === id)

/**
 * The changed list of a person, with the changed conversation first. A conversation that is not in the list changes
 * nothing.
 */
export function changeRows(
  rows: readonly ConversationRow[],
  change: RowChange,
  viewerId: string,
): ConversationRow[] {
  if (change.type === 'read')
    return rows.map((row) => (isReadToEnd(row, change) ? { ...row, unread: 0 } : row))
  if (change.type === 'left') return rows.map((row) => withoutPerson(row, change.userId))
  const { message } = change
  const changed = rows.map((row) =>
    row.id === message.conversationId ? withMessage(row, message, viewerId) : row,
  )
  return changed.toSorted((one, other) => (one.updatedAt < other.updatedAt ? 1 : -1))
}

/** Rows of several pages, each conversation once: a changed one may have been on two pages. */
export function distinctRows(rows: readonly ConversationRow[]): ConversationRow[] {
  const seen = new Set<string>()
  return rows.filter(({ id }) => !seen.has(id) && seen.add(id))
}

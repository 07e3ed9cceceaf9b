import type { Conversation, ConversationRow } from '#contract/conversations/conversations.ts'
import { CONVERSATIONS_PER_PAGE } from '#contract/limits.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { newestPage, parseNewestCursor } from '#server/platform/db/newest-page.ts'
import {
  countUnread,
  type InboxRow,
  searchInbox,
  selectConversation,
  selectInbox,
  toLikePattern,
} from './inbox-queries.ts'
import { toConversationProduct, toLastMessage, toOther } from './mapping.ts'
import { requireParticipant } from '#server/conversations/opening/opening.ts'

const toRow = (row: InboxRow): ConversationRow => ({
  id: row.id,
  product: toConversationProduct(row),
  other: toOther(row),
  lastMessage: toLastMessage(row),
  lastSeq: row.last_seq,
  unread: row.unread_count,
  updatedAt: row.created_at,
})

export async function listConversations(
  { ownReads }: Pick<Context, 'ownReads'>,
  { userId, cursor, search }: { userId: string; cursor?: string; search?: string },
) {
  const after = parseNewestCursor(cursor)
  const limit = CONVERSATIONS_PER_PAGE + 1
  const rows = search
    ? await searchInbox(ownReads, userId, { pattern: toLikePattern(search), after }, limit)
    : await selectInbox(ownReads, userId, after, limit)
  return newestPage(rows, CONVERSATIONS_PER_PAGE, toRow)
}

export const countUnreadConversations = (
  { ownReads }: Pick<Context, 'ownReads'>,
  { userId }: { userId: string },
): Promise<number> => countUnread(ownReads, userId)

/** Throws conversation-not-found, conversation-access-denied. */
export async function getConversation(
  ctx: Pick<Context, 'db' | 'live'>,
  { userId, conversationId }: { userId: string; conversationId: string },
): Promise<Conversation> {
  await requireParticipant(ctx, { userId, conversationId })
  const row = await selectConversation(ctx.db, userId, conversationId)
  if (!row) throw new AppError('conversation-not-found')
  return {
    id: row.id,
    product: toConversationProduct(row),
    isSeller: row.seller_id === userId,
    other: toOther(row),
    isBlocked: row.block === 'own',
    isBanned: row.is_banned,
    priceType: row.price_type,
    category: row.category_id,
    town: row.location,
    agreement: row.agreement,
    review: row.review,
    offersLeft: row.offers_left,
    isPromised: row.is_promised,
    presence:
      row.other_id === null || row.block !== null || row.is_banned
        ? null
        : await ctx.live.findPresence(row.other_id),
  }
}

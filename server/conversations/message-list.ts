import type { conversationsContract } from '#contract/conversations/conversations.ts'
import type { Parsed, Reply } from '#contract/endpoint.ts'
import { MESSAGES_PER_PAGE } from '#contract/limits.ts'
import { requireUnblocked } from '#server/blocks/service.ts'
import type { Context } from '#server/context.ts'
import { AppError, invalidInput } from '#server/platform/errors/app-error.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { selectReading } from '#server/conversations/held/held-message-queries.ts'
import { listHeldOf } from '#server/conversations/held/held-messages.ts'
import { toMessage } from './mapping.ts'
import {
  callMarkConversationRead,
  deleteReaction,
  selectMessagePeople,
  selectMessagesAfter,
  selectMessagesBefore,
  upsertReaction,
} from './message-queries.ts'
import { requireOtherParticipant } from './rules.ts'

/** More than any conversation has. */
const SEQ_MAX = 2_147_483_647
const REACTIONS_A_MINUTE = { attempts: 60, seconds: 60 }

/** At most one of the two message numbers; the newest page without either. */
type PageStart = Parsed<typeof conversationsContract.listMessages>['query']
type Reaction = Parsed<typeof conversationsContract.setReaction>['body']['reaction']

function selectPage(db: Database, conversationId: string, { before, after }: PageStart) {
  const size = MESSAGES_PER_PAGE + 1
  return after === undefined
    ? selectMessagesBefore(db, conversationId, before === undefined ? SEQ_MAX : Number(before), size)
    : selectMessagesAfter(db, conversationId, Number(after), size)
}

interface ConversationReader {
  userId: string
  conversationId: string
}

/** Lists messages in ascending order. Throws conversation-not-found, conversation-access-denied. */
export async function listMessages(
  { db, signer, guard }: Pick<Context, 'db' | 'signer' | 'guard'>,
  { userId, conversationId, ...start }: ConversationReader & PageStart,
): Promise<Reply<typeof conversationsContract.listMessages>> {
  if (start.before !== undefined && start.after !== undefined)
    throw invalidInput([{ field: 'after', message: 'Give either before or after, not both' }])
  const reading = await selectReading(db, conversationId, userId)
  requireOtherParticipant(userId, reading?.people)
  const [rows, held] = await Promise.all([
    selectPage(db, conversationId, start),
    reading?.has_held && start.before === undefined
      ? listHeldOf({ db, signer }, { userId, conversationId })
      : [],
  ])
  const { warn } = await guard.get()
  const messages = rows.slice(0, MESSAGES_PER_PAGE).map((row) => toMessage(row, signer.sign, warn))
  return {
    messages: start.after === undefined ? messages.toReversed() : messages,
    held,
    hasMore: rows.length > MESSAGES_PER_PAGE,
  }
}

/** Marks messages up to number `seq` as read. Throws conversation-not-found, conversation-access-denied. */
export async function markRead(
  ctx: Pick<Context, 'db' | 'live' | 'messageLimits' | 'messageMutex' | 'unreadBadges'>,
  { userId, conversationId, seq }: ConversationReader & { seq: number },
): Promise<void> {
  ctx.messageLimits.takeRead(userId)
  const read = await ctx.messageMutex(`read ${userId}`, () =>
    callMarkConversationRead(ctx.db, { conversationId, readerId: userId, seq }),
  )
  if (read.outcome === 'unknown') throw new AppError('conversation-not-found')
  if (read.outcome === 'denied') throw new AppError('conversation-access-denied')
  if (read.has_advanced)
    await ctx.live.emitToUsers([userId, read.other_id], 'message.read', {
      conversationId,
      userId,
      seq: read.seq,
    })
  if (read.reader_badge_changed) ctx.unreadBadges.update(userId)
}

/**
 * Sets the one reaction of a person to a message; null removes it. Throws message-not-found,
 * conversation-access-denied, person-blocked, person-unavailable, forbidden (a line about the price).
 */
export async function setReaction(
  { db, live, limiter, messageMutex }: Pick<Context, 'db' | 'live' | 'limiter' | 'messageMutex'>,
  { userId, messageId, reaction }: { userId: string; messageId: string; reaction: Reaction },
): Promise<void> {
  const message = await selectMessagePeople(db, messageId, userId)
  if (!message) throw new AppError('message-not-found')
  const { otherId } = requireOtherParticipant(userId, message.people)
  requireUnblocked(message.block)
  if (message.is_line) throw new AppError('forbidden')
  await limiter.take(`reactions:${userId}`, REACTIONS_A_MINUTE)
  // Changes run one at a time, so that the later one is emitted last.
  await messageMutex(`react ${messageId} ${userId}`, async () => {
    const own = { message_id: messageId, user_id: userId }
    await (reaction === null ? deleteReaction(db, own) : upsertReaction(db, own, reaction))
    const change = { conversationId: message.conversation_id, messageId, userId, reaction }
    await live.emitToUsers([userId, otherId], 'reaction.changed', change)
  })
}

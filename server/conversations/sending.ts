import type { Message } from '#contract/conversations/conversations.ts'
import { requireOpen } from '#server/blocks/service.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { NewMessage, SentRow } from './add-message-queries.ts'
import { toMessage } from './mapping.ts'
import { selectMessageByKey } from './message-queries.ts'

type OutgoingMessage = Omit<NewMessage, 'perMinute' | 'reading'>
export type SendingContext = Pick<
  Context,
  | 'db'
  | 'live'
  | 'signer'
  | 'addMessage'
  | 'guard'
  | 'messageLimits'
  | 'messageMutex'
  | 'pushTimer'
  | 'unreadBadges'
>

function requireSent({ outcome, wait_seconds }: SentRow): void {
  switch (outcome) {
    case 'unknown':
      throw new AppError('conversation-not-found')
    case 'denied':
      throw new AppError('conversation-access-denied')
    case 'taken':
      throw new AppError('forbidden')
    case 'left':
      throw new AppError('person-left')
    case 'blocked':
      return requireOpen('own')
    case 'closed':
      return requireOpen('theirs')
    case 'too-many':
      throw new AppError('too-many-messages', { retryAfterSeconds: Math.max(1, wait_seconds ?? 1) })
    default:
  }
}

/** A message that was sent before comes with its reactions and whether it was read. */
async function messageOf({ db, signer, guard }: SendingContext, row: SentRow): Promise<Message> {
  const isKnown = row.outcome === 'known'
  const stored = isKnown ? await selectMessageByKey(db, row.conversation_id, row.client_key) : undefined
  return toMessage(stored ?? { ...row, reactions: [] }, signer.sign, (await guard.get()).warn)
}

async function sendNow(ctx: SendingContext, outgoing: OutgoingMessage) {
  const { addMessage, guard, live, messageLimits } = ctx
  const { read } = await guard.get()
  const row = await addMessage({
    ...outgoing,
    perMinute: messageLimits.perMinute,
    reading: read(outgoing.content),
  })
  requireSent(row)
  const message = await messageOf(ctx, row)
  // A repeated message is emitted again: the process of the first attempt may have died before it did.
  if (row.outcome === 'sent' || messageLimits.isRepeatAllowed(message.id))
    await live.emitToUsers([outgoing.senderId, row.other_id], 'message.sent', { message })
  return { message, row }
}

/**
 * Sends a message, or returns the one with the same key. One person's messages in a conversation are sent one at a time,
 * so that they are emitted in their order and many attempts at once use one connection. Refused: conversation-not-found,
 * conversation-access-denied, forbidden (another's key), person-left, person-blocked, person-unavailable,
 * too-many-messages.
 */
export async function sendMessage(ctx: SendingContext, outgoing: OutgoingMessage): Promise<Message> {
  const { messageLimits, messageMutex, pushTimer, unreadBadges } = ctx
  const { senderId, conversationId } = outgoing
  const giveBack = messageLimits.takeSend(senderId)
  const key = `send ${conversationId.toLowerCase()} ${senderId}`
  const { message, row } = await messageMutex(key, () => sendNow(ctx, outgoing))
  if (row.outcome === 'sent') giveBack()
  pushTimer.messageWritten()
  if (row.sender_badge_changed) unreadBadges.update(senderId)
  if (row.other_badge_changed && row.other_id) unreadBadges.update(row.other_id)
  return message
}

import type { Message } from '#contract/conversations/conversations.ts'
import { requireUnblocked } from '#server/blocks/service.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { NewMessage, SentRow } from './add-message-queries.ts'
import { emitHeld, toHeldMessage } from '#server/conversations/held/held-messages.ts'
import { toMessage } from './mapping.ts'
import { selectMessageByKey } from './message-queries.ts'

interface OutgoingMessage extends Omit<NewMessage, 'perMinute' | 'reading'> {
  /** Texts of the QR codes in its photo, which the guard reads as words of the message. */
  codes?: string[]
}
type Deps = Pick<Context, 'db' | 'live' | 'signer' | 'guard' | 'messageLimits' | 'pushTimer' | 'unreadBadges'>
export type SendingContext = Deps & Pick<Context, 'addMessage' | 'messageMutex'>

/** Key of the mutex under which a person's messages in a conversation are sent. */
export const sendingKey = (conversationId: string, senderId: string) =>
  `send ${conversationId.toLowerCase()} ${senderId}`

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
      return requireUnblocked('own')
    case 'closed':
      return requireUnblocked('theirs')
    case 'banned':
      throw new AppError('person-banned')
    case 'limited':
      throw new AppError('account-limited')
    case 'too-many':
      throw new AppError('too-many-messages', { retryAfterSeconds: Math.max(1, wait_seconds ?? 1) })
    default:
  }
}

/** An earlier message includes its reactions and whether it was read. */
async function loadMessage({ db, signer, guard }: Deps, row: SentRow): Promise<Message> {
  const isKnown = row.outcome === 'known'
  const stored = isKnown ? await selectMessageByKey(db, row.conversation_id, row.client_key) : undefined
  return toMessage(stored ?? { ...row, reactions: [] }, signer.sign, (await guard.get()).warn)
}

/** Runs after the commit: emits the message to both people, with the resulting badges and pushes. */
export async function emitSent(ctx: Deps, senderId: string, row: SentRow): Promise<Message> {
  const { live, messageLimits, pushTimer, unreadBadges } = ctx
  const message = await loadMessage(ctx, row)
  // A repeated message is emitted again, because the process of the first attempt may have died before it
  // emitted it.
  if (row.outcome === 'sent' || messageLimits.isRepeatAllowed(message.id))
    await live.emitToUsers([senderId, row.other_id], 'message.sent', { message })
  pushTimer.messageWritten()
  if (row.sender_badge_changed) unreadBadges.update(senderId)
  if (row.other_badge_changed && row.other_id) unreadBadges.update(row.other_id)
  return message
}

/**
 * Adds the photo and its codes to the guard's findings, because a message that waits for a moderator is stored with
 * them only.
 */
const withPhoto = (reading: string, { photo, codes = [] }: OutgoingMessage): string =>
  photo && codes.length > 0
    ? JSON.stringify({ ...(JSON.parse(reading) as object), photo, codes: codes.join('\n') })
    : reading

async function sendNow(ctx: SendingContext, outgoing: OutgoingMessage) {
  const { addMessage, guard, messageLimits } = ctx
  const { codes = [], ...message } = outgoing
  const { read } = await guard.get()
  const reading = read([message.content, ...codes].join('\n'))
  const row = await addMessage({
    ...message,
    perMinute: messageLimits.perMinute,
    reading: reading && withPhoto(reading, outgoing),
  })
  requireSent(row)
  const isHeld = row.outcome === 'waiting' || row.outcome === 'refused'
  const emitted = await (isHeld
    ? emitHeld(ctx, toHeldMessage(ctx, row, row.outcome, row.held_words ?? ''))
    : emitSent(ctx, outgoing.senderId, row))
  return { message: emitted, row }
}

/**
 * Sends a message, or returns the one with the same key. A person's messages in a conversation are sent one
 * at a time, so that they are emitted in order and simultaneous attempts use one connection. A held message
 * is returned as such. Throws conversation-not-found, conversation-access-denied, forbidden (another's key),
 * person-left, person-banned, person-blocked, person-unavailable, account-limited for a first message,
 * too-many-messages.
 */
export async function sendMessage(ctx: SendingContext, outgoing: OutgoingMessage): Promise<Message> {
  const { messageLimits, messageMutex } = ctx
  const { senderId, conversationId } = outgoing
  const giveBack = messageLimits.takeSend(senderId)
  const { message, row } = await messageMutex(sendingKey(conversationId, senderId), () =>
    sendNow(ctx, outgoing),
  )
  if (row.outcome === 'sent') giveBack()
  return message
}

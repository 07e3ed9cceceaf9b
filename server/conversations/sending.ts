import type { Message } from '#contract/conversations.ts'
import { MESSAGES_A_MINUTE } from '#contract/limits.ts'
import { AppError } from '#server/app-error.ts'
import { inTurn } from '#server/in-turn.ts'
import type { ConversationParts } from './conversation-parts.ts'
import { callSendMessage, type NewMessage, selectMessageByKey } from './message-queries.ts'
import { toMessage } from './rules.ts'
import { limitByMinute, triesByMinute } from './tries-by-minute.ts'

export type Outgoing = Pick<NewMessage, 'conversationId' | 'clientKey' | 'content' | 'photo'>
type Sent = Awaited<ReturnType<typeof callSendMessage>>

/** For each message that a person may send in a minute, tries under way, refused, or of what is there already. */
const TRIES_FOR_EACH = 6
/** How often in a minute a message that is there already is told once more. */
const TOLD_AGAIN = 3

function refuse({ outcome, wait_seconds }: Sent): void {
  switch (outcome) {
    case 'unknown':
      throw new AppError('conversation-not-found')
    case 'denied':
      throw new AppError('conversation-access-denied')
    case 'taken':
      throw new AppError('forbidden')
    case 'left':
      throw new AppError('person-left')
    case 'too-many':
      throw new AppError('too-many-messages', { retryAfterSeconds: Math.max(1, wait_seconds ?? 1) })
    default:
  }
}

export function messageSending({ db, live, signer, notifications, messagesAMinute }: ConversationParts) {
  const mostAMinute = messagesAMinute ?? MESSAGES_A_MINUTE.tries
  const oneAfterTheOther = inTurn()
  const takeTry = limitByMinute(mostAMinute * TRIES_FOR_EACH, 'too-many-messages')
  const tellings = triesByMinute()

  /** What another try has sent already, with what became of it since. */
  async function messageOf(row: Sent): Promise<Message> {
    const known = row.outcome === 'known'
    const found = known ? await selectMessageByKey(db, row.conversation_id, row.client_key) : undefined
    return toMessage(found ?? { ...row, reactions: [] }, signer.sign)
  }

  async function sendNow(senderId: string, outgoing: Outgoing) {
    const row = await callSendMessage(db, { ...outgoing, senderId, mostAMinute })
    refuse(row)
    const message = await messageOf(row)
    // Told again when the same comes once more: the process of the first try may have died before it told.
    if (row.outcome === 'sent' || tellings.take(message.id).count <= TOLD_AGAIN)
      await live.toPeople([senderId, row.other_id], 'message.sent', { message })
    return { message, row }
  }

  /**
   * Sends a message, or answers with the one that has its key. What one person says in a conversation goes in turn, so
   * that it is told in its order and many tries at once hold one connection; the other person does not wait for it.
   */
  return async function send(senderId: string, outgoing: Outgoing): Promise<Message> {
    const giveBack = takeTry(senderId)
    const turn = `${outgoing.conversationId.toLowerCase()} ${senderId}`
    const { message, row } = await oneAfterTheOther(turn, () => sendNow(senderId, outgoing))
    if (row.outcome === 'sent') giveBack()
    notifications.messageWritten()
    if (row.sender_news) notifications.unreadChanged(senderId)
    if (row.other_news && row.other_id) notifications.unreadChanged(row.other_id)
    return message
  }
}

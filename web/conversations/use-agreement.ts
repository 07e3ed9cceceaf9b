import { useEffect } from 'react'
import type { Agreement } from '#contract/agreements/agreement.ts'
import type { Conversation } from '#contract/conversations/conversations.ts'
import type { MessageList, PendingMessage } from './apply-live.ts'
import type { UnsentStep } from '#web/conversations/outbox/unsent-messages.ts'

export interface AgreementCardProps {
  conversation: Conversation
  /** The newest agreement that this device knows. */
  agreement: Agreement | null
  /** A step of the viewer on its way to the server. */
  waiting: PendingMessage | undefined
  onStep: (step: Omit<UnsentStep, 'agreementId'>) => void
}

/** Ids are in the order in which agreements began. */
const isNewer = (one: Agreement, other: Agreement) =>
  one.id === other.id ? one.changedAt > other.changedAt : one.id > other.id

/** The newest agreement: a message about a step may arrive before the conversation is read again. */
export function newestAgreement(
  conversation: Pick<Conversation, 'agreement'>,
  { known }: Pick<MessageList, 'known'>,
): Agreement | null {
  // Copies that an older version stored have no agreement.
  let newest = (conversation.agreement as Agreement | null | undefined) ?? null
  for (const { message } of known) {
    const after = message.step?.agreement
    if (after && (!newest || isNewer(after, newest))) newest = after
  }
  return newest
}

export const waitingStep = ({ pending }: Pick<MessageList, 'pending'>): PendingMessage | undefined =>
  pending.find(({ step, state }) => step && state !== 'failed')

/**
 * Reads the conversation again after a refusal: it can reveal that the other person left before any event does, and
 * the card must show the real state after a refused step.
 */
export function useRereadAfterRefusal({ pending }: Pick<MessageList, 'pending'>, reread: () => void): void {
  const refused = pending
    .filter(({ step, state, code }) => code === 'person-left' || (step && state === 'failed'))
    .map(({ clientKey }) => clientKey)
    .join(' ')
  useEffect(() => {
    if (refused) reread()
  }, [refused, reread])
}

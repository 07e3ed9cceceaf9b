import { type Role, type StepName, STEP_NAMES, findStep } from '#contract/agreements/steps.ts'
import type { Agreement } from '#contract/agreements/agreement.ts'
import type { Conversation } from '#contract/conversations/conversations.ts'

type Look = 'none' | 'offered' | 'agreed' | 'half-confirmed' | 'lapsed' | 'done'

export interface Card {
  look: Look
  role: Role
  /** The steps that the viewer can take. */
  steps: StepName[]
}

export interface CardFacts {
  conversation: Conversation
  agreement: Agreement | null
  /** The server's time. */
  now: number
}

/** Whether nobody can take a step: somebody left or was shut out, or the listing was deleted. */
const isClosed = ({ other, isBlocked, isBanned, product }: Conversation) =>
  other.id === null || isBlocked || isBanned || product.id === null

/** Whether the product forbids a step that the state of the agreement allows. */
function isBarred(step: StepName, { priceType, offersLeft, isPromised, product }: Conversation): boolean {
  if (step === 'offer') return isPromised || priceType !== 'negotiable' || !offersLeft || !product.price
  return isPromised && (step === 'reserve' || step === 'accept' || step === 'confirm')
}

function lookOf({ conversation, agreement, now }: CardFacts): Look {
  if (!agreement || agreement.state === 'done') return 'none'
  if (agreement.state !== 'ended') return agreement.state
  const canConfirm =
    findStep('confirm', { role: 'seller', agreement, now }) && !isBarred('confirm', conversation)
  return canConfirm ? 'lapsed' : 'none'
}

/** Whether the two made a deal here, after which they may have begun another one. */
export const hasDeal = ({
  conversation,
  agreement,
}: Pick<CardFacts, 'conversation' | 'agreement'>): boolean =>
  agreement?.state === 'done' || !!conversation.review

/** What the card of a conversation shows; undefined if there is nothing to agree. */
export function cardOf(facts: CardFacts): Card | undefined {
  const { conversation, agreement, now } = facts
  const { isSeller, product, priceType } = conversation
  const role = isSeller ? 'seller' : 'buyer'
  // The seller may have marked it as sold, which the buyer is asked to confirm.
  const isOver = product.status === 'sold' && agreement?.state !== 'half-confirmed'
  if (isOver || isClosed(conversation)) return hasDeal(facts) ? { look: 'done', role, steps: [] } : undefined
  const steps = STEP_NAMES.filter(
    (name) => findStep(name, { role, agreement, now }) && !isBarred(name, conversation),
  )
  const look = lookOf(facts)
  // A copy that an older version stored on this device says nothing about offers.
  return look === 'none' && !priceType ? undefined : { look, role, steps }
}

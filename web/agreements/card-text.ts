import type { Agreement } from '#contract/agreements/agreement.ts'
import { OFFERS_MAX } from '#contract/agreements/steps.ts'
import type { Conversation } from '#contract/conversations/conversations.ts'
import { isolated } from '#contract/isolated.ts'
import { type Card, hasDeal } from './card.ts'

/** Why nobody can make an offer, or that nobody has. */
function textOfNone(conversation: Conversation, agreement: Agreement | null): string {
  const { isPromised, priceType, offersLeft, isSeller } = conversation
  if (isPromised) return 'Reserved for somebody else.'
  if (priceType === 'fixed') return 'The price is fixed.'
  if (offersLeft === 0 && !isSeller) return `You have made ${OFFERS_MAX} offers for this.`
  return hasDeal({ conversation, agreement }) ? 'Your last deal is confirmed.' : 'Nothing agreed yet.'
}

interface TextFacts {
  conversation: Conversation
  agreement: Agreement | null
  money: (amount: number) => string
  /** 'Fri 28 Nov, 18:00' */
  moment: (iso: string) => string
}

interface Told extends Agreement {
  isBuyer: boolean
  name: string
  amount: string
  /** ' until Fri 28 Nov, 18:00'; empty without a time. */
  until: string
}

const textOfOffer = ({ isBuyersOffer, isBuyer, name, amount, until }: Told): string =>
  `${isBuyersOffer === isBuyer ? 'You offered' : `${name} offers`} ${amount}, valid${until}.`

function textOfReservation({ isBuyer, isComing, meeting, name, amount, until }: Told): string {
  const reserved = `Reserved for ${isBuyer ? 'you' : name} at ${amount}${until}.`
  // Where they meet is said below.
  if (!isComing || meeting) return reserved
  return `${reserved} ${isBuyer ? 'You said that you are coming' : `${name} is coming`}.`
}

const TEXTS: Record<Exclude<Card['look'], 'none' | 'done'>, (told: Told) => string> = {
  offered: textOfOffer,
  agreed: textOfReservation,
  'half-confirmed': ({ confirmedBy, isBuyer, name, until }) =>
    (confirmedBy === 'buyer') === isBuyer
      ? `You said that you met. ${name} can confirm it${until}.`
      : `${name} says that you met. Is that so?`,
  lapsed: ({ isBuyer, name }) =>
    isBuyer
      ? `The reservation has ended. ${name} can still confirm that you met.`
      : 'The reservation has ended. Did you meet?',
}

/** The sentences of the card. */
export function cardText({ look, role }: Card, facts: TextFacts): string {
  const { conversation, agreement, money, moment } = facts
  if (look === 'done') return 'Deal confirmed.'
  if (look === 'none' || !agreement) return textOfNone(conversation, agreement)
  const { due, price } = agreement
  return TEXTS[look]({
    ...agreement,
    isBuyer: role === 'buyer',
    name: isolated(conversation.other.name),
    amount: money(price),
    until: due === null ? '' : ` until ${moment(due)}`,
  })
}

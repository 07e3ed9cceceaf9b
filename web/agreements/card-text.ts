import type { Agreement } from '#contract/agreements/agreement.ts'
import { OFFERS_MAX } from '#contract/agreements/steps.ts'
import type { Conversation } from '#contract/conversations/conversations.ts'
import { isolated } from '#contract/isolated.ts'
import type { Card } from './card.ts'

const HOUR = 3_600_000
/** From here on, hours say too little. */
const DAYS_FROM = 36

/** 'Ends in 2 days'. */
function endsIn(due: string, now: number): string {
  const hours = (Date.parse(due) - now) / HOUR
  if (hours < 1) return hours > 0 ? 'Ends in less than an hour' : 'Ends now'
  if (hours >= DAYS_FROM) return `Ends in ${Math.round(hours / 24)} days`
  const whole = Math.round(hours)
  return whole === 1 ? 'Ends in 1 hour' : `Ends in ${whole} hours`
}

/** Why nobody can make an offer, or that nobody has. */
function textOfNone({ isPromised, priceType, offersLeft, isSeller }: Conversation): string {
  if (isPromised) return 'Reserved for somebody else.'
  if (priceType === 'fixed') return 'The price is fixed.'
  if (offersLeft === 0 && !isSeller) return `You have made ${OFFERS_MAX} offers for this.`
  return 'Nothing agreed yet.'
}

interface TextFacts {
  conversation: Conversation
  agreement: Agreement | null
  now: number
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
  now: number
}

function textOfOffer({ isBuyersOffer, isBuyer, name, amount, due, now }: Told): string {
  const offer = isBuyersOffer === isBuyer ? `You offered ${amount}.` : `${name} offers ${amount}.`
  return due === null ? offer : `${offer} ${endsIn(due, now)}.`
}

function textOfReservation({ isBuyer, isComing, name, amount, until }: Told): string {
  const reserved = `Reserved for ${isBuyer ? 'you' : name} at ${amount}${until}.`
  if (!isComing) return reserved
  return `${reserved} ${isBuyer ? 'You said that you are coming' : `${name} is coming`}.`
}

const TEXTS: Record<Exclude<Card['look'], 'none'>, (told: Told) => string> = {
  offered: textOfOffer,
  agreed: textOfReservation,
  'half-confirmed': ({ confirmedBy, isBuyer, name, until }) =>
    (confirmedBy === 'buyer') === isBuyer
      ? `You said that you met. ${name} can confirm it${until}.`
      : `${name} says that you met. Is that so?`,
  lapsed: () => 'The reservation has ended. Did you meet?',
  done: () => 'Deal confirmed.',
}

/** The sentences of the card. */
export function cardText({ look, role }: Card, facts: TextFacts): string {
  const { conversation, agreement, now, money, moment } = facts
  if (look === 'none' || !agreement) return textOfNone(conversation)
  const { due, price } = agreement
  return TEXTS[look]({
    ...agreement,
    isBuyer: role === 'buyer',
    name: isolated(conversation.other.name),
    amount: money(price),
    until: due === null ? '' : ` until ${moment(due)}`,
    now,
  })
}

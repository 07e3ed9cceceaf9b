import type { Seller } from '#contract/products.ts'
import type { SellerPage } from '#contract/sellers.ts'
import { formatDate } from '#web/platform/ui/time/dates.ts'
import { replyText } from './reply-text.ts'

const DAY_MS = 86_400_000
/** Every seller counts as new for this many days. */
const NEW_DAYS = 30

/** A 'plain' fact is neither good nor a warning. */
interface TrustFact {
  name: 'phone' | 'email' | 'reviews' | 'as-buyer' | 'deals' | 'kept' | 'reply' | 'rate' | 'since'
  kind: 'good' | 'notice' | 'plain'
  text: string
}

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`

function since(memberSince: string, now: number, timeZone: string): TrustFact {
  const isNew = now - Date.parse(memberSince) < NEW_DAYS * DAY_MS
  const start = isNew ? 'New here, since' : 'Member since'
  return {
    name: 'since',
    kind: isNew ? 'notice' : 'plain',
    text: `${start} ${formatDate(memberSince, now, timeZone)}`,
  }
}

const verified = (name: 'phone' | 'email', what: string, isVerified: boolean): TrustFact => ({
  name,
  kind: isVerified ? 'good' : 'notice',
  text: isVerified ? `${what} verified` : `${what} not verified`,
})

/** '4.7 from 6 reviews' */
export const ratingText = ({ average, count }: Seller['rating']): string | undefined =>
  average === null ? undefined : `${average.toFixed(1)} from ${counted(count, 'review')}`

/** A person's own page also says what sellers wrote about them. */
type Person = Seller & Partial<Pick<SellerPage, 'asBuyer'>>

function ratingFacts({ rating, asBuyer, deals, kept }: Person): TrustFact[] {
  const text = ratingText(rating)
  const buyerText = asBuyer && ratingText(asBuyer)
  return [
    ...(text === undefined ? [] : [{ name: 'reviews', kind: 'good', text } as const]),
    ...(buyerText ? [{ name: 'as-buyer', kind: 'plain', text: `As a buyer: ${buyerText}` } as const] : []),
    deals > 0
      ? { name: 'deals', kind: 'good', text: counted(deals, 'confirmed deal') }
      : { name: 'deals', kind: 'plain', text: 'No confirmed deals yet' },
    ...(kept === null
      ? []
      : [{ name: 'kept', kind: 'plain', text: `Kept ${kept.count} of ${kept.of} agreements` } as const]),
  ]
}

/** What is known about a seller, good or not, in the same words on every screen. */
export function trustFacts(
  seller: Person,
  { now, timeZone }: { now: number; timeZone: string },
): TrustFact[] {
  const { replyMinutes, replyRate } = seller
  return [
    verified('phone', 'Phone', seller.phoneVerified),
    verified('email', 'E-mail', seller.emailVerified),
    ...ratingFacts(seller),
    ...(replyMinutes === null
      ? []
      : [{ name: 'reply', kind: 'plain', text: replyText(replyMinutes) } as const]),
    ...(replyRate === null
      ? []
      : [{ name: 'rate', kind: 'plain', text: `Replies to ${replyRate} % of people` } as const]),
    since(seller.memberSince, now, timeZone),
  ]
}

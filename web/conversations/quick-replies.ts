import type { Conversation } from '#contract/conversations/conversations.ts'
import { BUYER_LINES } from '#web/conversations/first-message/buyer-lines.ts'
import { isFromViewer, type ShownMessage } from '#web/conversations/messages/shown-messages.ts'

type Status = Conversation['product']['status']

interface ReplyRule {
  role: 'buyer' | 'seller'
  /** A pattern for the other person's last message. */
  after: RegExp | 'nothing' | 'anything'
  /** Statuses of the product; without them the row fits any. */
  statuses?: readonly Status[]
  replies: readonly string[]
}

const ABOUT_AVAILABILITY = /\b(available|still (there|have|got|selling)|for sale|sold)\b/i
const ABOUT_PRICE = /\b(price|last|offer|discount|reduce|cheaper|negotiable|cedis|ghs?)\b|₵/i
const ABOUT_MEETING = /\b(where|see it|meet|location|located|come|pick|deliver\w*)\b/i

/** Quick replies for the field; the first row that fits is offered. */
const REPLY_RULES: readonly ReplyRule[] = [
  {
    role: 'buyer',
    after: 'nothing',
    statuses: ['available', 'reserved'],
    replies: BUYER_LINES,
  },
  {
    role: 'seller',
    after: ABOUT_AVAILABILITY,
    statuses: ['available'],
    replies: ['Yes, it is available', 'Sorry, it is sold', 'When can you come?'],
  },
  {
    role: 'seller',
    after: ABOUT_AVAILABILITY,
    statuses: ['reserved'],
    replies: ['It is reserved at the moment', 'Sorry, it is sold'],
  },
  { role: 'seller', after: 'anything', statuses: ['sold'], replies: ['Sorry, it is sold'] },
  {
    role: 'seller',
    after: ABOUT_PRICE,
    statuses: ['available', 'reserved'],
    replies: ['What is your offer?', 'The price is fixed', 'I can reduce it a little'],
  },
  {
    role: 'seller',
    after: ABOUT_MEETING,
    statuses: ['available', 'reserved'],
    replies: ['Let us meet in a public place', 'When can you come?', 'I can deliver it'],
  },
  {
    role: 'seller',
    after: 'anything',
    statuses: ['available', 'reserved'],
    replies: ['Yes', 'No, sorry', 'When can you come?'],
  },
  {
    role: 'buyer',
    after: 'anything',
    statuses: ['available', 'reserved'],
    replies: ['When can I come?', 'Can we meet in a public place?', 'What is your last price?', 'Thank you'],
  },
]

function fits(after: ReplyRule['after'], last: ShownMessage | undefined): boolean {
  if (last === undefined || after === 'nothing') return last === undefined && after === 'nothing'
  // A step is answered in the card of the agreement.
  if (last.kind !== 'message' || last.message.step || isFromViewer(last)) return false
  return after === 'anything' || after.test(last.message.content)
}

/** Replies that fit the last message; none once the viewer has answered. */
export function quickReplies(
  { isSeller, product }: Pick<Conversation, 'isSeller' | 'product'>,
  messages: readonly ShownMessage[],
): readonly string[] {
  const role = isSeller ? 'seller' : 'buyer'
  const last = messages.at(-1)
  const rule = REPLY_RULES.find(
    (each) =>
      each.role === role && (each.statuses?.includes(product.status) ?? true) && fits(each.after, last),
  )
  return rule?.replies ?? []
}

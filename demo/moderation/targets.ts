import type { Target } from '#contract/moderation/reports/reports.ts'
import { conversationName, messageId, reviewId } from '#demo/demo-id.ts'
import type { DemoConversation, DemoProduct } from '#demo/demo-types.ts'
import type { DemoTarget } from './moderation-types.ts'

export interface KnownMarket {
  products: (DemoProduct & { id: string })[]
  conversations: DemoConversation[]
  /** Returns the id of a person by their key. */
  idOf: (key: string) => string
}

interface FoundTarget {
  target: Target
  /** The person who is responsible for it. */
  subjectId: string
}

/** Throws if the market does not have it. */
export function findTarget(market: KnownMarket, about: DemoTarget): FoundTarget {
  const { idOf } = market
  if (about.kind === 'person') {
    const id = idOf(about.person)
    return { target: { kind: 'person', id }, subjectId: id }
  }
  const product = findListing(market, about.listing)
  if (about.kind === 'product')
    return { target: { kind: 'product', id: product.id }, subjectId: idOf(product.seller) }
  if (about.kind === 'review') {
    const review = known(
      product.reviews.find(({ by }) => by === about.by),
      about,
    )
    return { target: { kind: 'review', id: reviewId(product.id, review) }, subjectId: idOf(about.by) }
  }
  const conversation = market.conversations.find(
    ({ product: title, buyer }) => title === about.listing && buyer === about.buyer,
  )
  const message = known(conversation?.messages[about.index], about)
  const id = messageId(conversationName(product.id, about.buyer), about.index, message.ageHours)
  return { target: { kind: 'message', id }, subjectId: idOf(message.by) }
}

const findListing = ({ products }: KnownMarket, title: string) =>
  known(
    products.find((product) => product.title === title),
    title,
  )

function known<Value>(value: Value | undefined, what: unknown): Value {
  if (value === undefined) throw new Error(`The demo market does not have ${JSON.stringify(what)}.`)
  return value
}

import { randomUUID } from 'node:crypto'
import type { Conversation, Message } from '#contract/conversations/conversations.ts'
import { MODERATION_WORDS_MAX, SEARCH_MAX } from '#contract/limits.ts'
import type { CaseCard } from '#contract/moderation/cases/cases.ts'
import { type Person, signedIn, type StoredSession } from '#e2e/people.ts'
import { totpCode } from '#testing/services/totp.ts'
import {
  BOUGHT_TITLE,
  DEAL_TITLES,
  longText,
  MODERATOR,
  NEWCOMER,
  PEOPLE,
  POOR_PERSON,
  POOR_SELLER,
  POOR_TITLE,
  RICH_BUYER,
  RICH_SELLER,
  RICH_TITLE,
} from './market.ts'

/** Ids and sessions of the arranged market. */
export interface LooksMarket {
  /** Stored sessions by e-mail address. */
  sessions: Record<string, StoredSession>
  products: Record<string, string>
  sellerId: string
  newcomerId: string
  poorSellerId: string
  conversationId: string
  /** Conversation of two people who have nothing but a name. */
  poorConversationId: string
  /** Conversation with a link that waits for a moderator. */
  heldConversationId: string
  /** Conversation of a deal whose seller can review the buyer. */
  dealConversationId: string
  /** Conversation of a deal whose seller has reviewed the buyer. */
  reviewedConversationId: string
  caseId: string
  /** Cases that are not about listings. */
  otherCases: Record<'message' | 'review' | 'person', string>
}

const IMEI = '490154203237518'

interface Own {
  items: { id: string; title: string }[]
}

async function productsOf(person: Person): Promise<Record<string, string>> {
  const [published, drafts] = await Promise.all([
    person.call<Own>('GET', '/api/selling/products'),
    person.call<Own>('GET', '/api/selling/products?drafts=yes'),
  ])
  return Object.fromEntries([...published.items, ...drafts.items].map(({ id, title }) => [title, id]))
}

/** Adds favourites and saved searches. */
async function collect(person: Person, products: Record<string, string>): Promise<void> {
  await person.call('POST', '/api/favourites', { productIds: Object.values(products) })
  const words = longText(SEARCH_MAX)
  const query = `?search=${encodeURIComponent(words)}&category=mobile&region=Greater+Accra&min=100&max=9900`
  for (const search of [query, '?category=other'])
    await person.call('POST', '/api/saved-searches', { query: search, alert: 'daily' })
}

/** Reports listings; the site then hides them only from the reporter. */
async function report(person: Person, productIds: string[]): Promise<void> {
  for (const id of productIds)
    await person.call('POST', '/api/reports', {
      target: { kind: 'product', id },
      reason: 'prepayment',
      words: longText(MODERATION_WORDS_MAX),
    })
}

/** Turns on two-factor login, and enters a code of it in this session. */
async function turnOnTwoFactor(moderator: Person): Promise<void> {
  const { secret } = await moderator.call<{ secret: string }>('POST', '/api/account/two-factor/start', {})
  const { recoveryCodes } = await moderator.call<{ recoveryCodes: string[] }>(
    'POST',
    '/api/account/two-factor/enable',
    { code: await totpCode(secret) },
  )
  const [secondFactor] = recoveryCodes
  await moderator.call('POST', '/api/account/reauthenticate', { secondFactor })
}

/** Makes two decisions about a listing of the seller, who appeals one. */
async function decide(moderator: Person, seller: Person, productId: string): Promise<void> {
  const words = longText(MODERATION_WORDS_MAX)
  const target = { kind: 'product', id: productId }
  const decision = { target, action: 'warn', rule: 'no-money-first', words, days: null }
  for (const _ of [1, 2]) await moderator.call('POST', '/api/moderation/decisions', decision)
  await seller.call('POST', `/api/decisions/${await firstId(seller, '/api/decisions')}/appeal`, { words })
}

/** Sends a new account's first link, which waits for a moderator. */
async function holdLink(newcomer: Person, productId: string): Promise<void> {
  const { id } = await newcomer.call<{ id: string }>('POST', '/api/conversations', { productId })
  const content = `https://bank.example/ ${longText(1000)}`
  await newcomer.call('POST', `/api/conversations/${id}/messages`, { clientKey: randomUUID(), content })
}

/** Reserves the product for the other person of the conversation. */
const reserve = (seller: Person, conversationId: string): Promise<unknown> =>
  seller.call('POST', `/api/conversations/${conversationId}/steps`, {
    clientKey: randomUUID(),
    step: 'reserve',
  })

/** Lets both people confirm a deal about the seller's product. Returns the conversation. */
async function makeDeal(seller: Person, buyer: Person, productId: string): Promise<Conversation> {
  const { id } = await buyer.call<{ id: string }>('POST', '/api/conversations', { productId })
  const read = () => seller.call<Conversation>('GET', `/api/conversations/${id}`)
  await reserve(seller, id)
  for (const person of [seller, buyer])
    await person.call('POST', `/api/conversations/${id}/steps`, {
      clientKey: randomUUID(),
      step: 'confirm',
      agreementId: (await read()).agreement?.id,
    })
  return read()
}

/** Makes two deals, and reviews the buyer of the second. Returns their conversations. */
async function makeDeals(seller: Person, buyer: Person, productIds: string[]) {
  const [open = '', reviewed = ''] = productIds
  const dealConversationId = (await makeDeal(seller, buyer, open)).id
  const { id: reviewedConversationId, agreement } = await makeDeal(seller, buyer, reviewed)
  const review = { rating: 4, chips: ['on-time'], words: longText(500) }
  await seller.call('POST', `/api/agreements/${agreement?.id}/buyer-review`, review)
  return { dealConversationId, reviewedConversationId }
}

/** Reports a message of the conversation, the listing's review and its seller. */
async function reportOthers(
  { buyer, seller, newcomer }: Record<'buyer' | 'seller' | 'newcomer', Person>,
  { conversationId, productId }: { conversationId: string; productId: string },
): Promise<void> {
  const { messages } = await buyer.call<{ messages: Message[] }>(
    'GET',
    `/api/conversations/${conversationId}/messages`,
  )
  const review = await firstId(buyer, `/api/products/${productId}/reviews`)
  const words = longText(MODERATION_WORDS_MAX)
  const send = (by: Person, kind: string, id: string | undefined, reason: string) =>
    by.call('POST', '/api/reports', { target: { kind, id }, reason, words })
  await send(buyer, 'message', messages.find(({ senderId }) => senderId === seller.id)?.id, 'harassment')
  await send(newcomer, 'review', review, 'false-review')
  await send(newcomer, 'person', seller.id, 'pretends')
}

/** Ids of open cases by the kind of their target; of several, the last of the queue. */
async function casesByKind(moderator: Person) {
  const { items } = await moderator.call<{ items: CaseCard[] }>('GET', '/api/moderation/cases')
  const ids = Object.fromEntries(items.map(({ id, target }) => [target.kind, id]))
  return ids as Record<CaseCard['target']['kind'], string>
}

interface Listed {
  items: { id: string }[]
}

const firstId = async (person: Person, path: string): Promise<string> => {
  const { items } = await person.call<Listed>('GET', path)
  if (!items[0]) throw new Error(`There is nothing at ${path}`)
  return items[0].id
}

/** Arranges through the API the data that cannot be inserted into the database. */
export async function arrangeMarket(): Promise<LooksMarket> {
  const people = await Promise.all(PEOPLE.map(({ email }) => signedIn(email)))
  const personOf = ({ email }: { email: string }): Person => {
    const found = people.find((person) => person.email === email)
    if (!found) throw new Error(`${email} is not of this market`)
    return found
  }
  const [seller, buyer] = [personOf(RICH_SELLER), personOf(RICH_BUYER)]
  const [newcomer, poor, moderator] = [personOf(NEWCOMER), personOf(POOR_SELLER), personOf(MODERATOR)]
  const [sold, bought, cups] = [await productsOf(seller), await productsOf(buyer), await productsOf(poor)]
  const products = { ...sold, ...bought, ...cups }
  const idOf = (title: string) => products[title] ?? ''
  await collect(seller, bought)
  await collect(buyer, { ...sold, ...cups })
  await seller.call('POST', '/api/stolen-phones', { imei: IMEI, policeReport: 'GP/ACC/2026/1234567890' })
  await turnOnTwoFactor(moderator)
  await moderator.call('GET', '/api/moderation/cases')
  await decide(moderator, seller, idOf(RICH_TITLE))
  await holdLink(newcomer, idOf(POOR_TITLE))
  const heldConversationId = await firstId(newcomer, '/api/conversations')
  await reserve(poor, heldConversationId)
  await report(newcomer, [idOf(RICH_TITLE), idOf(BOUGHT_TITLE), idOf(POOR_TITLE)])
  await seller.call('PUT', `/api/blocks/${newcomer.id}`, {})
  const { id: poorConversationId } = await personOf(POOR_PERSON).call<{ id: string }>(
    'POST',
    '/api/conversations',
    {
      productId: idOf(POOR_TITLE),
    },
  )
  // A deal would be the newest conversation.
  const conversationId = await firstId(buyer, '/api/conversations')
  await reportOthers({ buyer, seller, newcomer }, { conversationId, productId: idOf(RICH_TITLE) })
  const caseId = await firstId(moderator, '/api/moderation/cases')
  const note = { id: randomUUID(), text: longText(MODERATION_WORDS_MAX) }
  await moderator.call('POST', `/api/moderation/cases/${caseId}/notes`, note)
  return {
    sessions: Object.fromEntries(people.map((person) => [person.email, person.stored()])),
    products,
    sellerId: seller.id,
    newcomerId: newcomer.id,
    poorSellerId: poor.id,
    poorConversationId,
    heldConversationId,
    ...(await makeDeals(buyer, poor, DEAL_TITLES.map(idOf))),
    conversationId,
    caseId,
    otherCases: await casesByKind(moderator),
  }
}

import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { DEAL_REVIEW_DAYS } from '#contract/agreements/buyer-chips.ts'
import type { BuyerReview } from '#contract/agreements/buyer-reviews.ts'
import type { OwnReview, Review } from '#contract/reviews.ts'
import { haveSharedAccess } from '#server/access-traces/service.ts'
import { createMarket } from '#testing/accounts/accounts.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { signInStaff } from '#testing/accounts/staff.ts'
import type { TestClient } from '#testing/anonymous-client.ts'
import { createTestContext } from '#testing/context.ts'
import { ageDeals, insertDeal, readConversation, takeStep } from '#testing/market/agreements.ts'
import { insertProduct } from '#testing/market/products.ts'
import { productRating, sellerRating } from '#testing/market/ratings.ts'
import { call, insertConversation, statusesOf } from '#testing/market/selling.ts'
import { setUp, setUpClient } from '#testing/set-up.ts'
import { largePlansOf } from '#testing/plans.ts'
import { selectDueReviews } from './deal-queries.ts'
import { showDueReviews } from './showing.ts'

const { ama: AMA, kofi: KOFI, esi: ESI } = PEOPLE

const test = setUp(createMarket)
const ctx = setUp(async () => createTestContext(test.database, { live: test.live, jobs: test.jobs }))
const ama = setUpClient(test, 'ama')
const kofi = setUpClient(test, 'kofi')
const esi = setUpClient(test, 'esi')
let productId: string
let chat: string
let deal: string

async function insertDealOf(sellerId: string, buyerId: string) {
  const product = await insertProduct(test.db, { seller_id: sellerId })
  const conversationId = await insertConversation(test.db, {
    productId: product,
    people: [sellerId, buyerId],
    senders: [],
  })
  await test.db
    .insertInto('conversation_participants')
    .values([sellerId, buyerId].map((user_id) => ({ conversation_id: conversationId, user_id })))
    .execute()
  const id = await insertDeal(test.db, { conversationId, productId: product, sellerId, buyerId })
  return { productId: product, chat: conversationId, deal: id }
}

/** Inserts a person without an account. Returns their id. */
const insertYaw = async () =>
  (
    await test.db
      .insertInto('profiles')
      .values({ full_name: 'Yaw' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

/** Ama sold something to Kofi. */
beforeEach(async () => {
  for (const table of ['conversations', 'products', 'rate_limits', 'access_traces', 'blocks'] as const)
    await test.db.deleteFrom(table).execute()
  await test.db.deleteFrom('notifications').execute()
  ;({ productId, chat, deal } = await insertDealOf(AMA.id, KOFI.id))
})

const FORM = { rating: 2, chips: ['late'], words: 'An hour late.' }
const send = (by: TestClient, method: 'POST' | 'PUT' | 'DELETE', body?: object, id = deal) =>
  by.send(method, `/api/agreements/${id}/buyer-review`, body)
async function sellerWrites(form: object = FORM) {
  const reply = await send(ama, 'POST', form)
  if (!reply.ok) throw new Error(await reply.text())
}
const codeOf = async (reply: Promise<Response>) =>
  ((await (await reply).json()) as { error: { code: string } }).error.code
const buyerWrites = () =>
  call<Review>(kofi, 'POST', `/api/products/${productId}/reviews`, {
    rating: 4,
    title: 'Good',
    comment: 'As described.',
  })

const ofProduct = async () => (await test.api.call('listReviews', { params: { id: productId } })).items
const ofBuyer = async () => (await test.api.call('listBuyerReviews', { params: { id: KOFI.id } })).items
const asBuyer = async () => (await test.api.call('getSeller', { params: { id: KOFI.id } })).asBuyer
const notified = async (id: string) =>
  (await test.db.selectFrom('notifications').select('content').where('user_id', '=', id).execute()).map(
    ({ content }) => content.replaceAll(/[\u2068\u2069]/g, ''),
  )
const review = async (who: TestClient) => (await readConversation(who, chat)).review

const FOUR = { average: 4, count: 1 }
const NONE = { average: null, count: 0 }

/** Everything that others see of both reviews. */
const seen = async () => ({
  product: (await ofProduct()).length,
  buyer: (await ofBuyer()).length,
  ratings: [await productRating(test.db, productId), await sellerRating(test.db, AMA.id)],
  asBuyer: await asBuyer(),
  told: [(await notified(AMA.id)).length, (await notified(KOFI.id)).length],
})
const NOTHING = { product: 0, buyer: 0, ratings: [NONE, NONE], asBuyer: null, told: [0, 0] }
const BOTH = { product: 1, buyer: 1, ratings: [FOUR, FOUR], asBuyer: NONE, told: [1, 1] }

describe('the buyer’s review of a deal', () => {
  const own = () => call<OwnReview>(kofi, 'GET', `/api/products/${productId}/own-review`)

  it('is announced as one that waits before it is written', async () => {
    const { deal: announced } = await own()
    expect(Date.parse(announced?.waitsUntil ?? '')).toBeGreaterThan(Date.now())
    await sellerWrites()
    // Whether the seller has written is no business of the buyer's until both have.
    expect(await own()).toEqual({ review: null, bar: null, deal: announced })
    const written = await buyerWrites()
    expect(await own()).toEqual({ review: written, bar: 'reviewed' })
  })

  it('is seen by its writer alone until the seller writes', async () => {
    const written = await buyerWrites()
    expect(written.standing).toBe('set-aside')
    expect(Date.parse(written.waitsUntil ?? '')).toBeGreaterThan(Date.now())
    expect(await seen()).toEqual(NOTHING)
    expect((await own()).review).toEqual(written)
    expect(await codeOf(ama.send('POST', `/api/reviews/${written.id}/reply`, { text: 'Thank you.' }))).toBe(
      'review-not-found',
    )
    const target = { kind: 'review', id: written.id }
    const report = { target, reason: 'spam', words: '' }
    expect((await esi.send('POST', '/api/reports', report)).status).toBe(404)
    await sellerWrites()
    expect(await seen()).toEqual(BOTH)
    expect(await ofProduct()).toMatchObject([{ id: written.id, standing: 'counted', verifiedPurchase: true }])
    expect((await ofProduct())[0]).not.toHaveProperty('waitsUntil')
  })

  it('can be changed and deleted while it waits', async () => {
    const { id } = await buyerWrites()
    const body = { rating: 1, title: '', comment: 'Broken.' }
    expect(await call(kofi, 'PUT', `/api/reviews/${id}`, body)).toMatchObject({ rating: 1 })
    expect(await seen()).toEqual(NOTHING)
    await call(kofi, 'DELETE', `/api/reviews/${id}`)
    await sellerWrites()
    expect(await seen()).toEqual(NOTHING)
  })

  it('is shown after 14 days, once', async () => {
    await buyerWrites()
    await showDueReviews(ctx)
    expect(await seen()).toEqual(NOTHING)
    await test.db
      .updateTable('product_reviews')
      .set({ waits_until: sql`now()` })
      .execute()
    await Promise.all([showDueReviews(ctx), showDueReviews(ctx)])
    expect(await seen()).toEqual({ ...NOTHING, product: 1, ratings: [FOUR, FOUR], told: [1, 0] })
  })

  it('is shown at once if it is written after 14 days', async () => {
    await ageDeals(test.db, DEAL_REVIEW_DAYS)
    expect(await buyerWrites()).toMatchObject({ standing: 'counted' })
    expect(await seen()).toEqual({ ...NOTHING, product: 1, ratings: [FOUR, FOUR], told: [1, 0] })
  })

  it('stays shown if it is older than the deal; the seller’s is then shown at once', async () => {
    await test.db.deleteFrom('agreements').execute()
    await test.db.updateTable('products').set({ status: 'available', buyer_id: null }).execute()
    await buyerWrites()
    expect(await ofProduct()).toHaveLength(1)
    deal = await insertDeal(test.db, { conversationId: chat, productId, sellerId: AMA.id, buyerId: KOFI.id })
    expect(await ofProduct()).toHaveLength(1)
    await sellerWrites()
    expect(await seen()).toEqual(BOTH)
  })

  it('shuts the seller out if it is older than the deal and changed after it', async () => {
    await test.db.deleteFrom('agreements').execute()
    await test.db.updateTable('products').set({ status: 'available', buyer_id: null }).execute()
    const { id } = await buyerWrites()
    deal = await insertDeal(test.db, { conversationId: chat, productId, sellerId: AMA.id, buyerId: KOFI.id })
    await call(kofi, 'PUT', `/api/reviews/${id}`, { rating: 1, title: '', comment: 'Broken.' })
    expect(await codeOf(send(ama, 'POST', FORM))).toBe('deal-review-closed')
  })

  it('is changed in spite of a block', async () => {
    const { id } = await buyerWrites()
    await call(ama, 'PUT', `/api/blocks/${KOFI.id}`)
    const body = { rating: 1, title: '', comment: 'Broken.' }
    expect(await call(kofi, 'PUT', `/api/reviews/${id}`, body)).toMatchObject({ rating: 1 })
  })

  it('does not wait for a seller who can no longer write', async () => {
    const { id } = await buyerWrites()
    await sellerWrites()
    await send(ama, 'DELETE')
    await call(kofi, 'DELETE', `/api/reviews/${id}`)
    expect((await own()).deal).toEqual({ waitsUntil: null })
    expect(await buyerWrites()).not.toHaveProperty('waitsUntil')
  })
})

describe('the seller’s review of a buyer', () => {
  it('can be written after the two have begun another deal, and while the listing is held', async () => {
    await test.db.updateTable('products').set({ status: 'available', buyer_id: null }).execute()
    await takeStep(kofi, chat, { step: 'offer', price: 1500 })
    await test.db
      .updateTable('products')
      .set({ status: 'held', status_before_hold: 'available' })
      .where('id', '=', productId)
      .execute()
    expect(await review(ama)).toMatchObject({ dealId: deal, isSeller: true, state: 'open' })
    expect(await review(kofi)).toMatchObject({ dealId: deal, isSeller: false, state: 'open' })
  })

  it('is not offered once the buyer has left', async () => {
    const id = await insertYaw()
    const other = await insertDealOf(AMA.id, id)
    await test.db.deleteFrom('profiles').where('id', '=', id).execute()
    expect((await readConversation(ama, other.chat)).review).toBeNull()
  })

  it('waits for the buyer’s, and both are told once', async () => {
    await sellerWrites()
    expect(await seen()).toEqual(NOTHING)
    expect(await review(ama)).toMatchObject({ state: 'waiting', written: FORM })
    expect(await buyerWrites()).not.toHaveProperty('waitsUntil')
    expect(await seen()).toEqual(BOTH)
    expect(await ofBuyer()).toMatchObject([
      { ...FORM, id: deal, seller: { id: AMA.id, name: AMA.full_name } } satisfies Partial<
        Record<keyof BuyerReview, unknown>
      >,
    ])
    expect((await notified(KOFI.id))[0]).toMatch(/^The seller of ".+" reviewed you after your deal$/)
  })

  it('is shown after 14 days, once', async () => {
    await sellerWrites()
    await test.db
      .updateTable('buyer_reviews')
      .set({ waits_until: sql`now()` })
      .execute()
    await Promise.all([showDueReviews(ctx), showDueReviews(ctx)])
    expect(await seen()).toEqual({ ...NOTHING, buyer: 1, asBuyer: NONE, told: [0, 1] })
  })

  it.each([1, 2, 3, 4, 5])(
    'and the buyer’s are both shown if both write at the same moment (%i)',
    async () => {
      await Promise.all([buyerWrites(), sellerWrites()])
      expect(await seen()).toEqual(BOTH)
    },
  )

  it('is written once, even by two calls at the same moment', async () => {
    expect(statusesOf(await Promise.all([send(ama, 'POST', FORM), send(ama, 'POST', FORM)]))).toEqual([
      201, 409,
    ])
    expect(await codeOf(send(ama, 'POST', FORM))).toBe('deal-already-reviewed')
  })

  it('is refused to everybody but the seller of a confirmed deal', async () => {
    for (const who of [kofi, esi]) expect(await codeOf(send(who, 'POST', FORM))).toBe('deal-not-found')
    await test.db.updateTable('agreements').set({ state: 'ended', outcome: 'off' }).execute()
    expect(await codeOf(send(ama, 'POST', FORM))).toBe('deal-not-found')
    const row = { id: deal, seller_id: AMA.id, buyer_id: KOFI.id, rating: 1, counts: true }
    await expect(test.db.insertInto('buyer_reviews').values(row).execute()).rejects.toMatchObject({
      constraint: 'buyer_review_is_of_deal',
    })
  })

  it('is closed after 14 days', async () => {
    await ageDeals(test.db, DEAL_REVIEW_DAYS)
    expect(await review(ama)).toBeNull()
    expect(await codeOf(send(ama, 'POST', FORM))).toBe('deal-review-closed')
    const row = { id: deal, seller_id: AMA.id, buyer_id: KOFI.id, rating: 1, counts: true }
    await expect(test.db.insertInto('buyer_reviews').values(row).execute()).rejects.toMatchObject({
      constraint: 'buyer_review_is_in_time',
    })
  })

  it('is changed only while it waits, and deleted at any time', async () => {
    await sellerWrites()
    expect(statusesOf([await send(ama, 'PUT', { ...FORM, rating: 3 })])).toEqual([200])
    await buyerWrites()
    expect(await ofBuyer()).toMatchObject([{ rating: 3 }])
    expect(await codeOf(send(ama, 'PUT', FORM))).toBe('deal-review-closed')
    for (const who of [kofi, esi]) expect(await codeOf(send(who, 'DELETE'))).toBe('review-not-found')
    await send(ama, 'DELETE')
    expect([await ofBuyer(), await asBuyer()]).toEqual([[], null])
    // The seller has read the buyer's.
    expect(await codeOf(send(ama, 'POST', FORM))).toBe('deal-review-closed')
  })

  it('can be written again if it was deleted while it waited', async () => {
    await sellerWrites()
    await send(ama, 'DELETE')
    expect(await review(ama)).toMatchObject({ state: 'open', written: null })
    expect(await buyerWrites()).toHaveProperty('waitsUntil')
    await sellerWrites()
    expect(await seen()).toEqual(BOTH)
  })

  it.each([
    ['no rating', { ...FORM, rating: 0 }],
    ['an unknown chip', { ...FORM, chips: ['rich'] }],
    ['one chip twice', { ...FORM, chips: ['late', 'late'] }],
    ['two opposites', { ...FORM, chips: ['late', 'on-time'] }],
    ['too many words', { ...FORM, words: 'a'.repeat(501) }],
  ])('is refused with %s', async (_, form) => {
    expect(await codeOf(send(ama, 'POST', form))).toBe('invalid-input')
  })

  it('needs nothing but a rating', async () => {
    expect((await send(ama, 'POST', { rating: 5, chips: [], words: '' })).status).toBe(201)
  })

  it('and the buyer’s are not silenced by a block', async () => {
    await call(kofi, 'PUT', `/api/blocks/${AMA.id}`)
    await sellerWrites()
    expect(await buyerWrites()).toMatchObject({ standing: 'counted' })
    expect(await asBuyer()).toEqual(NONE)
    expect([await notified(AMA.id), await notified(KOFI.id)]).toEqual([[], []])
  })

  it('is refused after the buyer’s was read, even without the listing', async () => {
    await sellerWrites({ ...FORM, rating: 5 })
    await buyerWrites()
    await send(ama, 'DELETE')
    await test.db.deleteFrom('products').where('id', '=', productId).execute()
    expect(await codeOf(send(ama, 'POST', FORM))).toBe('deal-review-closed')
  })

  it('is deleted with the listing while it waits, because the buyer cannot answer', async () => {
    await sellerWrites()
    await test.db.deleteFrom('products').where('id', '=', productId).execute()
    expect(await review(ama)).toBeNull()
    expect(await codeOf(send(ama, 'POST', FORM))).toBe('deal-review-closed')
  })

  it('is refused after both were shown, even if both were deleted', async () => {
    await sellerWrites()
    const { id } = await buyerWrites()
    await send(ama, 'DELETE')
    await call(kofi, 'DELETE', `/api/reviews/${id}`)
    expect(await codeOf(send(ama, 'POST', FORM))).toBe('deal-review-closed')
  })

  it('does not keep the buyer from theirs by naming another buyer', async () => {
    await sellerWrites()
    await test.db
      .updateTable('products')
      .set({ status: 'sold', buyer_id: ESI.id })
      .where('id', '=', productId)
      .execute()
    expect(await buyerWrites()).toMatchObject({ verifiedPurchase: true })
  })
})

describe('the rating of a buyer', () => {
  async function showAll() {
    await test.db.updateTable('buyer_reviews').set({ waits_until: null }).execute()
  }

  /** Shown reviews with four stars by so many others, because the site hides the rating of fewer than five. */
  async function insertOthers(count: number) {
    const sellers = await test.db
      .insertInto('profiles')
      .values(Array.from({ length: count }, (_, n) => ({ full_name: `Seller ${n}` })))
      .returning('id')
      .execute()
    for (const { id: seller_id } of sellers) {
      const other = await insertDealOf(seller_id, KOFI.id)
      const written = { id: other.deal, seller_id, buyer_id: KOFI.id, rating: 4, counts: true }
      await test.db.insertInto('buyer_reviews').values(written).execute()
    }
    await showAll()
  }

  it.each([
    [0, null],
    [1, NONE],
    [4, NONE],
    [5, { average: 4, count: 5 }],
  ])('shows what %d sellers say as %j', async (count, shown) => {
    if (count > 0) await insertOthers(count)
    expect(await asBuyer()).toEqual(shown)
  })

  it('counts each seller once', async () => {
    await insertOthers(4)
    await sellerWrites()
    for (const [seller, by] of [
      [AMA.id, ama],
      [ESI.id, esi],
    ] as const) {
      const other = await insertDealOf(seller, KOFI.id)
      await send(by, 'POST', { rating: 5, chips: [], words: '' }, other.deal)
    }
    await showAll()
    expect(await ofBuyer()).toHaveLength(7)
    expect(await asBuyer()).toEqual({ average: 4.3, count: 6 })
  })

  it('does not count accounts that share a device with the buyer', async () => {
    for (const account_id of [AMA.id, KOFI.id])
      await test.db
        .insertInto('access_traces')
        .values({ account_id, kind: 'device', hash: Buffer.alloc(32, 1) })
        .execute()
    expect(await haveSharedAccess(test.db, { accountId: AMA.id, otherAccountId: KOFI.id })).toBe(true)
    await sellerWrites()
    await insertOthers(5)
    expect([(await ofBuyer()).length, await asBuyer()]).toEqual([6, { average: 4, count: 5 }])
  })

  it('does not count a deal that counts for nobody', async () => {
    await test.db.updateTable('agreements').set({ counts_for_buyer: false }).execute()
    await sellerWrites()
    await insertOthers(5)
    expect(await asBuyer()).toEqual({ average: 4, count: 5 })
  })
})

describe('a review of a buyer that is shown', () => {
  beforeEach(async () => {
    await sellerWrites()
    await buyerWrites()
  })

  it('is reported, removed and restored by moderators', async () => {
    await test.db.deleteFrom('cases').execute()
    const target = { kind: 'review', id: deal }
    await call(kofi, 'POST', '/api/reports', { target, reason: 'false-review', words: 'It was on time.' })
    const yaw = await signInStaff(test, 'moderator')
    const { items } = await call<{ items: object[] }>(yaw, 'GET', '/api/moderation/cases')
    expect(items).toMatchObject([{ target, title: '2 of 5 for Kofi Boateng as a buyer: An hour late.' }])
    const evidence = await sql<{ it: object }>`select target_facts('review', ${deal}) as it`.execute(test.db)
    expect(evidence.rows).toMatchObject([{ it: { says: 'Came late' } }])
    const decision = { target, words: 'See our rules.', rule: 'honest-reviews', days: null }
    await call(yaw, 'POST', '/api/moderation/decisions', { ...decision, action: 'remove' })
    expect([await ofBuyer(), await asBuyer()]).toEqual([[], null])
    await call(yaw, 'POST', '/api/moderation/decisions', { ...decision, action: 'restore' })
    expect([(await ofBuyer()).length, await asBuyer()]).toEqual([1, NONE])
  })

  it('is hidden while its writer is banned', async () => {
    await sql`select withhold_person(${AMA.id})`.execute(test.db)
    expect([await ofBuyer(), await asBuyer()]).toEqual([[], null])
    await sql`select show_person(${AMA.id})`.execute(test.db)
    expect(await ofBuyer()).toHaveLength(1)
  })

  it('loses its writer’s name with their account, and goes with the buyer’s', async () => {
    const id = await insertYaw()
    const sold = await insertDealOf(id, KOFI.id)
    const bought = await insertDealOf(AMA.id, id)
    const rows = [
      { id: sold.deal, seller_id: id, buyer_id: KOFI.id, rating: 5, counts: true },
      { id: bought.deal, seller_id: AMA.id, buyer_id: id, rating: 5, counts: true },
    ]
    await test.db.insertInto('buyer_reviews').values(rows).execute()
    await test.db.updateTable('buyer_reviews').set({ waits_until: null }).execute()
    await test.db.deleteFrom('profiles').where('id', '=', id).execute()
    const left = await test.db.selectFrom('buyer_reviews').select(['id', 'seller_id']).execute()
    expect(left).toEqual(
      expect.arrayContaining([
        { id: deal, seller_id: AMA.id },
        { id: sold.deal, seller_id: null },
      ]),
    )
    expect(left).toHaveLength(2)
    const nameless = (await ofBuyer()).find((each) => each.id === sold.deal)
    expect(nameless?.seller).toEqual({ id: null, name: 'Unknown User', avatar: null })
  })
})

it.each([
  ['product_reviews', 'reviews_that_wait'],
  ['buyer_reviews', 'buyer_reviews_that_wait'],
] as const)('the %s whose time is over are found by an index', async (table, index) => {
  expect(await largePlansOf(test.database, (db) => selectDueReviews(db, table, 100))).toContain(index)
})

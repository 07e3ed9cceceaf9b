import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { DEAL_REVIEW_DAYS } from '#contract/agreements/buyer-chips.ts'
import { REVIEWS_PER_PAGE } from '#contract/limits.ts'
import type { Review } from '#contract/reviews.ts'
import { createMarket } from '#testing/accounts/accounts.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { ageDeals, insertDeal } from '#testing/market/agreements.ts'
import { insertProduct } from '#testing/market/products.ts'
import { productRating, sellerRating, exchange } from '#testing/market/ratings.ts'
import { call, insertConversation, setStatus } from '#testing/market/selling.ts'
import type { TestClient } from '#testing/anonymous-client.ts'
import { setUp, setUpClient } from '#testing/set-up.ts'

const { ama: AMA, kofi: KOFI, esi: ESI } = PEOPLE

const test = setUp(createMarket)
const ama = setUpClient(test, 'ama')
const kofi = setUpClient(test, 'kofi')
const esi = setUpClient(test, 'esi')
let productId: string

beforeEach(async () => {
  await test.db.deleteFrom('products').execute()
  await test.db.deleteFrom('conversations').execute()
  await test.db.deleteFrom('rate_limits').execute()
  productId = await insertProduct(test.db)
})

const submit = (who: TestClient, rating = 4) =>
  call<Review>(who, 'POST', `/api/products/${productId}/reviews`, { rating, title: '', comment: 'Fine.' })

async function write(who: TestClient, conversationId: string): Promise<void> {
  const body = { clientKey: randomUUID(), content: 'Is it still there?' }
  await call(who, 'POST', `/api/conversations/${conversationId}/messages`, body)
}
const openConversation = async (who: TestClient) =>
  (await call<{ id: string }>(who, 'POST', '/api/conversations', { productId })).id

const rating = () => productRating(test.db, productId)
const ratingOfAma = () => sellerRating(test.db, AMA.id)
const listed = async () => (await test.api.call('listReviews', { params: { id: productId } })).items
const change = (columns: object) =>
  test.db.updateTable('products').set(columns).where('id', '=', productId).execute()

const NONE = { average: null, count: 0 }
const FOUR = { average: 4, count: 1 }

describe('the standing of a review', () => {
  it('is counted after both have written twice about the product', async () => {
    const id = await openConversation(kofi)
    for (const who of [kofi, ama, kofi, ama]) await write(who, id)
    expect(await submit(kofi)).toMatchObject({ standing: 'counted', verifiedPurchase: false })
    expect([await rating(), await ratingOfAma()]).toEqual([FOUR, FOUR])
  })

  it('changes to counted when both have written twice', async () => {
    const review = await submit(kofi)
    expect(review.standing).toBe('without-conversation')
    const id = await openConversation(kofi)
    for (const who of [kofi, ama, kofi, kofi]) await write(who, id)
    expect([await rating(), await ratingOfAma()]).toEqual([NONE, NONE])
    await write(ama, id)
    expect([await rating(), await ratingOfAma()]).toEqual([FOUR, FOUR])
    expect((await listed())[0]).toEqual({ ...review, standing: 'counted' })
  })

  it('is without-conversation after a single message of the seller', async () => {
    const id = await openConversation(kofi)
    for (const who of [kofi, kofi, ama]) await write(who, id)
    expect((await submit(kofi)).standing).toBe('without-conversation')
    expect(await rating()).toEqual(NONE)
  })

  it('ignores conversations about other products or with other people', async () => {
    const other = await insertProduct(test.db)
    await insertConversation(test.db, {
      productId: other,
      people: [AMA.id, KOFI.id],
      senders: exchange(KOFI.id, AMA.id),
    })
    await insertConversation(test.db, {
      productId,
      people: [AMA.id, ESI.id],
      senders: exchange(ESI.id, AMA.id),
    })
    expect((await submit(kofi)).standing).toBe('without-conversation')
    expect(await rating()).toEqual(NONE)
  })

  it('shows a rating only from five people on', async () => {
    const shown = async () => [
      (await test.api.call('getProduct', { params: { id: productId } })).rating,
      (await test.api.call('getSeller', { params: { id: AMA.id } })).rating,
    ]
    const names = ['Yaa', 'Yaw', 'Abena', 'Kwesi', 'Efua']
    const people = await test.db
      .insertInto('profiles')
      .values(names.map((full_name) => ({ full_name })))
      .returning('id')
      .execute()
    const other = await insertProduct(test.db)
    for (const [index, { id }] of people.entries()) {
      expect(await shown()).toEqual([NONE, NONE])
      // The first of them bought two things but counts as one person.
      for (const product_id of index === 0 ? [other, productId] : [productId]) {
        await insertConversation(test.db, {
          productId: product_id,
          people: [AMA.id, id],
          senders: exchange(id, AMA.id),
        })
        await test.db
          .insertInto('product_reviews')
          .values({ product_id, reviewer_id: id, rating: 4 })
          .execute()
      }
    }
    expect(await shown()).toEqual([
      { average: 4, count: 5 },
      { average: 4, count: 6 },
    ])
  })

  it('is counted if both confirmed the deal', async () => {
    const conversationId = await insertConversation(test.db, {
      productId,
      people: [AMA.id, KOFI.id],
      senders: [KOFI.id],
    })
    const review = await submit(kofi)
    await insertDeal(test.db, { conversationId, productId, sellerId: AMA.id, buyerId: KOFI.id })
    expect((await listed())[0]).toEqual({ ...review, standing: 'counted', verifiedPurchase: true })
    expect(await rating()).toEqual(FOUR)
  })

  it.each(['before', 'after'])('stays counted after the sale is undone, if written %s it', async (moment) => {
    const id = await openConversation(kofi)
    await write(kofi, id)
    if (moment === 'before') await submit(kofi)
    await insertDeal(test.db, { conversationId: id, productId, sellerId: AMA.id, buyerId: KOFI.id })
    await ageDeals(test.db, DEAL_REVIEW_DAYS)
    if (moment === 'after') await submit(kofi)
    await setStatus(ama, productId, { status: 'available' })
    expect(await listed()).toMatchObject([{ standing: 'counted', verifiedPurchase: true }])
    await setStatus(ama, productId, { status: 'sold' })
    expect([await rating(), await ratingOfAma()]).toEqual([FOUR, FOUR])
  })

  it('stays counted after the writer’s account is deleted', async () => {
    const [leaver] = await test.db
      .insertInto('profiles')
      .values({ full_name: 'Yaw' })
      .returning('id')
      .execute()
    const reviewer_id = leaver?.id ?? ''
    const conversationId = await insertConversation(test.db, {
      productId,
      people: [AMA.id, reviewer_id],
      senders: [],
    })
    await insertDeal(test.db, { conversationId, productId, sellerId: AMA.id, buyerId: reviewer_id })
    await ageDeals(test.db, DEAL_REVIEW_DAYS)
    await test.db
      .insertInto('product_reviews')
      .values({ product_id: productId, reviewer_id, rating: 4 })
      .execute()
    await test.db.deleteFrom('profiles').where('id', '=', reviewer_id).execute()
    expect(await listed()).toMatchObject([{ standing: 'counted', verifiedPurchase: true }])
    expect(await rating()).toEqual(FOUR)
  })

  it('is counted even if it is written while the seller answers', async () => {
    for (let round = 0; round < 20; round += 1) {
      productId = await insertProduct(test.db)
      const id = await openConversation(kofi)
      for (const who of [kofi, ama, kofi]) await write(who, id)
      await Promise.all([submit(kofi), write(ama, id)])
      expect(await rating()).toEqual(FOUR)
      await test.db.deleteFrom('rate_limits').execute()
    }
  })
})

describe('a listing that changes into another thing', () => {
  beforeEach(async () => {
    await insertConversation(test.db, {
      productId,
      people: [AMA.id, KOFI.id],
      senders: exchange(KOFI.id, AMA.id),
    })
    await submit(kofi)
  })

  it.each([
    [{ category_id: 'fashion' }],
    [{ title: 'Leather sandals, size 42' }],
    [{ title: 'Leather sandals, size 42', category_id: 'fashion' }],
    [{ title: '☀☀☀' }],
  ])('sets its reviews aside for the product after %j', async (columns) => {
    await change(columns)
    expect(await rating()).toEqual(NONE)
    expect(await listed()).toMatchObject([{ standing: 'set-aside', formerTitle: 'Samsung Galaxy A54' }])
    // The reviews still count for the seller: renaming a listing does not remove them.
    expect(await ratingOfAma()).toEqual(FOUR)
    await change({ title: 'Samsung Galaxy A54', category_id: 'mobile' })
    expect(await listed()).toMatchObject([{ standing: 'counted', formerTitle: null }])
  })

  it.each([
    [{ title: 'SAMSUNG Galaxy A54' }],
    [{ title: 'Samsung Galaxy A54, 128 GB, with box and charger, almost new' }],
    [{ title: 'Galaxy A54' }],
    [{ title: 'Samsng Galxy A54' }],
    [{ price: 5, description: 'Quite other words.' }],
    [{ category_id: null }],
  ])('keeps its reviews after %j', async (columns) => {
    await change(columns)
    expect(await rating()).toEqual(FOUR)
    expect(await listed()).toMatchObject([{ standing: 'counted', formerTitle: null }])
  })

  it('sets its reviews aside after small steps as well, and counts new ones', async () => {
    for (const title of ['Samsung Galaxy', 'Samsung fridge', 'Big fridge']) await change({ title })
    expect(await rating()).toEqual(NONE)
    await insertConversation(test.db, {
      productId,
      people: [AMA.id, ESI.id],
      senders: exchange(ESI.id, AMA.id),
    })
    expect((await submit(esi, 2)).standing).toBe('counted')
    expect(await rating()).toEqual({ average: 2, count: 1 })
    expect(await ratingOfAma()).toEqual({ average: 3, count: 2 })
  })

  it('keeps its reviews when its category is deleted or gets another id', async () => {
    await test.db.insertInto('categories').values({ id: 'toys', name: 'Toys', icon: 'other' }).execute()
    productId = await insertProduct(test.db, { category_id: 'toys' })
    await insertConversation(test.db, {
      productId,
      people: [AMA.id, KOFI.id],
      senders: exchange(KOFI.id, AMA.id),
    })
    await submit(kofi)
    await test.db.updateTable('categories').set({ id: 'games' }).where('id', '=', 'toys').execute()
    expect(await rating()).toEqual(FOUR)
    await test.db.deleteFrom('categories').where('id', '=', 'games').execute()
    expect(await rating()).toEqual(FOUR)
  })
})

it('the list has counted reviews first and the others last, across pages', async () => {
  const people = await test.db
    .insertInto('profiles')
    .values(Array.from({ length: 3 * REVIEWS_PER_PAGE }, (_, index) => ({ full_name: `Person ${index}` })))
    .returning('id')
    .execute()
  for (const [index, { id }] of people.entries()) {
    if (index % 3 === 0)
      await insertConversation(test.db, { productId, people: [AMA.id, id], senders: exchange(id, AMA.id) })
    await test.db
      .insertInto('product_reviews')
      .values({ product_id: productId, reviewer_id: id, rating: 3 })
      .execute()
  }
  const found: Review[] = []
  let cursor: string | undefined
  do {
    const query = { cursor }
    const page = await test.api.call('listReviews', { params: { id: productId }, query })
    found.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  expect(new Set(found.map(({ id }) => id)).size).toBe(people.length)
  const counted = found.filter(({ standing }) => standing === 'counted')
  expect(found.slice(0, counted.length)).toEqual(counted)
  for (const part of [counted, found.slice(counted.length)]) {
    const times = part.map(({ createdAt }) => createdAt)
    expect(times).toEqual(times.toSorted().toReversed())
  }
})

import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/db/connect.ts'
import { createMarket } from '#testing/accounts/accounts.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { insertProduct } from '#testing/market/products.ts'
import { sellerRating, exchange } from '#testing/market/ratings.ts'
import { insertConversation } from '#testing/market/selling.ts'
import { setUp } from '#testing/set-up.ts'
import { REPLY_TIMES } from './jobs.ts'
import { updateReplyFigures } from './queries.ts'

const test = setUp(createMarket)
const { ama, kofi, esi } = PEOPLE

const figures = async (sellerId: string = ama.id) => {
  const { deals, replyMinutes, replyRate, emailVerified } = await test.api.call('getSeller', {
    params: { id: sellerId },
  })
  return { deals, replyMinutes, replyRate, emailVerified }
}

async function talkedAbout(writer: string): Promise<string> {
  const productId = await insertProduct(test.db)
  await insertConversation(test.db, {
    productId,
    people: [ama.id, writer],
    senders: exchange(writer, ama.id),
  })
  return productId
}

it('the rating follows every earned review, its change and its deletion', async () => {
  const productId = await talkedAbout(kofi.id)
  const review = { product_id: productId, reviewer_id: kofi.id, rating: 5 }
  await test.db.insertInto('product_reviews').values(review).execute()
  expect(await sellerRating(test.db, ama.id)).toEqual({ average: 5, count: 1 })
  // Esi never wrote about it.
  await test.db
    .insertInto('product_reviews')
    .values({ ...review, reviewer_id: esi.id, rating: 1 })
    .execute()
  expect(await sellerRating(test.db, ama.id)).toEqual({ average: 5, count: 1 })
  await test.db.updateTable('product_reviews').set({ rating: 2 }).where('reviewer_id', '=', kofi.id).execute()
  expect(await sellerRating(test.db, ama.id)).toEqual({ average: 2, count: 1 })
  await test.db.deleteFrom('products').where('id', '=', productId).execute()
  expect(await sellerRating(test.db, ama.id)).toEqual({ average: null, count: 0 })
})

it('a review of a held listing does not count until the listing is shown again', async () => {
  const productId = await talkedAbout(kofi.id)
  const review = { product_id: productId, reviewer_id: kofi.id, rating: 5 }
  await test.db.insertInto('product_reviews').values(review).execute()
  const counted = (await sellerRating(test.db, ama.id)).count
  await sql`select hold_product(${productId}, 'suspended', null)`.execute(test.db)
  expect((await sellerRating(test.db, ama.id)).count).toBe(counted - 1)
  await sql`select release_product(${productId}, array['suspended'])`.execute(test.db)
  expect((await sellerRating(test.db, ama.id)).count).toBe(counted)
  await test.db.deleteFrom('products').where('id', '=', productId).execute()
})

it('two simultaneous reviews are both counted', async () => {
  const products = [await talkedAbout(kofi.id), await talkedAbout(esi.id)]
  await Promise.all(
    products.map((product_id, index) =>
      test.db
        .insertInto('product_reviews')
        .values({ product_id, reviewer_id: index === 0 ? kofi.id : esi.id, rating: 4 })
        .execute(),
    ),
  )
  expect(await sellerRating(test.db, ama.id)).toEqual({ average: 4, count: 2 })
})

it('a reviewer who deleted the account still counts among the people who rated', async () => {
  const productId = await insertProduct(test.db, { seller_id: esi.id })
  const senders = exchange(kofi.id, esi.id)
  await insertConversation(test.db, { productId, people: [esi.id, kofi.id], senders })
  const review = { product_id: productId, reviewer_id: kofi.id, rating: 5 }
  await test.db.insertInto('product_reviews').values(review).execute()
  const counted = () =>
    test.db.selectFrom('seller_figures').select('reviewers').where('seller_id', '=', esi.id).execute()
  expect(await counted()).toEqual([{ reviewers: 1 }])
  const left = test.db.updateTable('product_reviews').set({ reviewer_id: null, rating: 4 })
  await left.where('product_id', '=', productId).execute()
  expect(await counted()).toEqual([{ reviewers: 1 }])
})

it('the reply time is the median after three conversations', async () => {
  const answeredAfter = async (minutes: number) => {
    const productId = await talkedAbout(kofi.id)
    const { id } = await test.db
      .selectFrom('conversations')
      .select('id')
      .where('product_id', '=', productId)
      .executeTakeFirstOrThrow()
    const at = (later: number) => new Date(Date.now() - 86_400_000 + later * 60_000).toISOString()
    for (const [sender, moment] of [
      [kofi.id, at(0)],
      [ama.id, at(minutes)],
    ] as const)
      await test.db
        .updateTable('messages')
        .set({ created_at: moment })
        .where('conversation_id', '=', id)
        .where('sender_id', '=', sender)
        .execute()
  }
  await test.db.deleteFrom('conversations').execute()
  await answeredAfter(10)
  await answeredAfter(600)
  await updateReplyFigures(test.db, REPLY_TIMES)
  expect((await figures()).replyMinutes).toBeNull()
  await answeredAfter(30)
  await updateReplyFigures(test.db, REPLY_TIMES)
  expect((await figures()).replyMinutes).toBe(30)
})

describe('the reply rate', () => {
  const begun = async (messages: [sender: string, daysAgo: number][]) => {
    const productId = await insertProduct(test.db)
    const senders = messages.map(([sender]) => sender)
    const id = await insertConversation(test.db, { productId, people: [ama.id, kofi.id], senders })
    for (const [index, [, daysAgo]] of messages.entries())
      await test.db
        .updateTable('messages')
        .set({ created_at: new Date(Date.now() - daysAgo * 86_400_000).toISOString() })
        .where('conversation_id', '=', id)
        .where('seq', '=', index + 1)
        .execute()
  }
  const rate = async () => {
    await updateReplyFigures(test.db, REPLY_TIMES)
    return (await figures()).replyRate
  }
  beforeEach(async () => {
    await test.db.deleteFrom('conversations').execute()
    await begun([
      [kofi.id, 3],
      [ama.id, 2],
    ])
    await begun([[kofi.id, 3]])
  })

  it('is the share of answered conversations begun by others before today', async () => {
    await begun([[kofi.id, 0.5]])
    // Ama wrote first in this conversation.
    await begun([
      [ama.id, 3],
      [kofi.id, 2],
    ])
    expect(await rate()).toBeNull()
    await begun([[kofi.id, 4]])
    expect(await rate()).toBe(33)
  })

  it('ignores conversations with blocked people', async () => {
    await begun([[kofi.id, 4]])
    await test.db.insertInto('blocks').values({ blocker_id: ama.id, blocked_id: kofi.id }).execute()
    expect(await rate()).toBeNull()
    await test.db.deleteFrom('blocks').execute()
    expect(await rate()).toBe(33)
  })
})

it('the e-mail mark follows the confirmation of the address', async () => {
  expect((await figures()).emailVerified).toBe(true)
  await test.db.updateTable('accounts').set({ email_verified_at: null }).where('id', '=', ama.id).execute()
  expect((await figures()).emailVerified).toBe(false)
})

/** Number of updates by this connection since its last report. */
async function timesCounted(tx: Database): Promise<number> {
  const { rows } = await sql<{ times: number }>`
    select n_tup_upd as times from pg_stat_xact_user_tables where relname = 'seller_figures'`.execute(tx)
  return rows[0]?.times ?? 0
}

it('a bulk deletion of sales updates the figures once', async () => {
  const ids = await Promise.all(
    Array.from({ length: 20 }, () => insertProduct(test.db, { seller_id: esi.id, status: 'sold' })),
  )
  const counted = await test.db.transaction().execute(async (tx) => {
    const before = await timesCounted(tx)
    await tx.deleteFrom('products').where('id', 'in', ids.slice(1)).execute()
    return (await timesCounted(tx)) - before
  })
  expect(counted).toBe(1)
})

it('a person with sales and reviews can be deleted', async () => {
  const seller_id = kofi.id
  const productId = await insertProduct(test.db, { seller_id, status: 'sold' })
  await insertConversation(test.db, {
    productId,
    people: [esi.id, seller_id],
    senders: exchange(esi.id, seller_id),
  })
  await test.db
    .insertInto('product_reviews')
    .values({ product_id: productId, reviewer_id: esi.id, rating: 3 })
    .execute()
  expect((await sellerRating(test.db, seller_id)).count).toBe(1)
  await test.db.deleteFrom('profiles').where('id', '=', seller_id).execute()
  const left = await test.db
    .selectFrom('seller_figures')
    .select('reviews')
    .where('seller_id', '=', seller_id)
    .execute()
  expect(left).toEqual([])
})

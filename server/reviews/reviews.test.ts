import { sql } from 'kysely'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ProblemBody } from '#contract/problem.ts'
import type { OwnReview, Review } from '#contract/reviews.ts'
import { createMarket } from '#testing/accounts/accounts.ts'
import type { TestClient } from '#testing/anonymous-client.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { insertProduct } from '#testing/market/products.ts'
import { productRating, exchange } from '#testing/market/ratings.ts'
import { insertConversation } from '#testing/market/selling.ts'
import { setUp, setUpClient } from '#testing/set-up.ts'

const test = setUp(createMarket)
const ama = setUpClient(test, 'ama')
const kofi = setUpClient(test, 'kofi')
const esi = setUpClient(test, 'esi')
let productId: string

beforeEach(async () => {
  await test.db.deleteFrom('rate_limits').execute()
  await test.db.deleteFrom('notifications').execute()
  productId = await insertProduct(test.db)
})

const FORM = { rating: 4, title: 'Good phone', comment: 'As described.\r\nBattery lasts.' }

const submit = (who: TestClient, form: object = FORM, id = productId) =>
  who.send('POST', `/api/products/${id}/reviews`, form)

async function reviewOf(response: Response): Promise<Review> {
  expect(response.status).toBeLessThan(300)
  return (await response.json()) as Review
}

async function refusal(response: Response) {
  const { error } = (await response.json()) as ProblemBody
  return { status: response.status, code: error.code, fields: error.fields?.map(({ message }) => message) }
}

const own = async (who: TestClient) =>
  (await (await who.send('GET', `/api/products/${productId}/own-review`)).json()) as OwnReview

const listed = async () => (await test.api.call('listReviews', { params: { id: productId } })).items

const sell = (status: string, buyerId: string | null) =>
  test.db.updateTable('products').set({ status, buyer_id: buyerId }).where('id', '=', productId).execute()

/** Inserts a conversation about the product between the seller and this person; both write. */
const converse = (personId: string) =>
  insertConversation(test.db, {
    productId,
    people: [PEOPLE.ama.id, personId],
    senders: exchange(personId, PEOPLE.ama.id),
  })

async function notificationsOf(person: keyof typeof PEOPLE) {
  await test.jobs.settled()
  const rows = await test.db
    .selectFrom('notifications')
    .select(['type', 'content', 'action_url'])
    .where('user_id', '=', PEOPLE[person].id)
    .execute()
  return rows
}

describe('writing a review', () => {
  it('shows it with the average to everyone and notifies the seller', async () => {
    await converse(PEOPLE.kofi.id)
    expect(await own(kofi)).toEqual({ review: null, bar: null })
    const review = await reviewOf(await submit(kofi))
    expect(review).toMatchObject({
      rating: 4,
      comment: 'As described.\nBattery lasts.',
      verifiedPurchase: false,
      standing: 'counted',
      formerTitle: null,
      reply: null,
    })
    expect(await listed()).toEqual([review])
    expect(await productRating(test.db, productId)).toEqual({ average: 4, count: 1 })
    expect(await own(kofi)).toEqual({ review, bar: 'reviewed' })
    expect(await notificationsOf('ama')).toEqual([
      {
        type: 'other',
        content: 'Kofi Boateng reviewed "Samsung Galaxy A54": 4 of 5 stars',
        action_url: `/products/${productId}`,
      },
    ])
  })

  it('counts once per person after twenty simultaneous attempts', async () => {
    const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await submit(kofi)).status))
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(19)
    expect(await refusal(await submit(kofi))).toMatchObject({ status: 409, code: 'already-reviewed' })
    expect(await listed()).toHaveLength(1)
    expect(await notificationsOf('ama')).toHaveLength(1)
  })

  it('is refused for the seller, even in the database', async () => {
    expect((await own(ama)).bar).toBe('seller')
    expect(await refusal(await submit(ama))).toMatchObject({ status: 403, code: 'own-product-review' })
    const planted = test.db
      .insertInto('product_reviews')
      .values({ product_id: productId, reviewer_id: PEOPLE.ama.id, rating: 5 })
      .execute()
    await expect(planted).rejects.toMatchObject({ constraint: 'review_is_not_by_seller' })
  })

  it('is closed after the sale, except for the buyer', async () => {
    await sell('sold', PEOPLE.esi.id)
    expect((await own(kofi)).bar).toBe('sold')
    expect(await refusal(await submit(kofi))).toMatchObject({ status: 409, code: 'review-closed' })
    // Her purchase is only the seller's word.
    expect((await reviewOf(await submit(esi))).verifiedPurchase).toBe(false)
  })

  it.each([
    [{ ...FORM, rating: 0 }, ['Please select a rating']],
    [{ ...FORM, rating: 4.5 }, ['Please select a rating']],
    [{ title: '', comment: '' }, ['Please select a rating']],
    [{ ...FORM, title: 'x'.repeat(101) }, ['Must be at most 100 characters long']],
    [{ ...FORM, comment: 'x'.repeat(501) }, ['Must be at most 500 characters long']],
  ])('refuses %j', async (form, fields) => {
    expect(await refusal(await submit(kofi, form))).toEqual({ status: 422, code: 'invalid-input', fields })
  })

  it('requires a product that others may see', async () => {
    const draftId = await insertProduct(test.db, { status: 'draft' })
    expect(await refusal(await submit(kofi, FORM, draftId))).toMatchObject({ code: 'product-not-found' })
  })

  it('keeps the average correct during parallel writes and changes', async () => {
    const people = await test.db
      .insertInto('profiles')
      .values(Array.from({ length: 12 }, (_, index) => ({ full_name: `Person ${index}` })))
      .returning('id')
      .execute()
    const ratings = people.map((_, index) => 1 + (index % 5))
    for (const id of [...people.map((person) => person.id), PEOPLE.kofi.id, PEOPLE.esi.id]) await converse(id)
    await Promise.all(
      people.map(({ id }, index) =>
        test.db
          .insertInto('product_reviews')
          .values({ product_id: productId, reviewer_id: id, rating: ratings[index] ?? 1 })
          .execute(),
      ),
    )
    const [mine] = await Promise.all([
      submit(kofi, { ...FORM, rating: 5 }),
      submit(esi, { ...FORM, rating: 1 }),
    ])
    const { id } = await reviewOf(mine)
    await Promise.all([kofi.send('PUT', `/api/reviews/${id}`, { ...FORM, rating: 2 }), listed()])
    const expected = [...ratings, 2, 1]
    const average = expected.reduce((sum, rating) => sum + rating, 0) / expected.length
    expect((await test.api.call('getProduct', { params: { id: productId } })).rating).toEqual({
      average: Math.round(average * 10) / 10,
      count: expected.length,
    })
  })
})

/** The header of a browser that accepts a cached reply. */
const FROM_MEMORY = { headers: { 'Cache-Control': 'max-age=0' } }

describe('a written review', () => {
  it('can be changed and deleted by its writer only', async () => {
    const { id } = await reviewOf(await submit(kofi))
    const changed = { rating: 2, title: '', comment: 'It broke.' }
    for (const other of [ama, esi]) {
      expect((await other.send('PUT', `/api/reviews/${id}`, changed)).status).toBe(404)
      expect((await other.send('DELETE', `/api/reviews/${id}`)).status).toBe(404)
    }
    const review = await reviewOf(await kofi.send('PUT', `/api/reviews/${id}`, changed))
    expect(review).toMatchObject({ rating: 2, title: null, comment: 'It broke.' })
    expect(review.editedAt).not.toBeNull()
    expect((await kofi.send('DELETE', `/api/reviews/${id}`)).status).toBe(200)
    expect(await listed()).toEqual([])
    expect((await submit(kofi)).status).toBe(201)
  })

  it('shows every change in the next reply to others', async () => {
    const read = async () => {
      const response = await test.app.request(`/api/products/${productId}/reviews`, FROM_MEMORY)
      const { items } = (await response.json()) as { items: Review[] }
      return items.map(({ rating, reply }) => ({ rating, reply: reply?.text }))
    }
    expect(await read()).toEqual([])
    const { id } = await reviewOf(await submit(kofi))
    expect(await read()).toEqual([{ rating: 4 }])
    await reviewOf(await kofi.send('PUT', `/api/reviews/${id}`, { ...FORM, rating: 2 }))
    expect(await read()).toEqual([{ rating: 2 }])
    await reviewOf(await ama.send('POST', `/api/reviews/${id}/reply`, { text: 'Thank you.' }))
    expect(await read()).toEqual([{ rating: 2, reply: 'Thank you.' }])
    expect((await kofi.send('DELETE', `/api/reviews/${id}`)).status).toBe(200)
    expect(await read()).toEqual([])
  })

  it('leaves no notification when it is deleted, and the badge is updated', async () => {
    const { id } = await reviewOf(await submit(kofi))
    await ama.send('POST', `/api/reviews/${id}/reply`, { text: 'Thank you.' })
    await reviewOf(await submit(esi))
    await test.jobs.settled()
    vi.spyOn(test.live, 'canHaveSocket').mockReturnValue(true)
    const unread = vi.spyOn(test.live, 'emitToUsers')
    expect((await esi.send('DELETE', `/api/reviews/${id}`)).status).toBe(404)
    expect(await notificationsOf('ama')).toHaveLength(2)
    expect((await kofi.send('DELETE', `/api/reviews/${id}`)).status).toBe(200)
    expect(await notificationsOf('kofi')).toEqual([])
    expect(await notificationsOf('ama')).toMatchObject([
      { content: expect.stringContaining('Esi') as string },
    ])
    await expect
      .poll(() => unread.mock.calls)
      .toContainEqual([[PEOPLE.ama.id], 'notifications.changed', { unread: 1 }])
    vi.restoreAllMocks()
  })

  it('is deleted with its product, and badges are updated', async () => {
    vi.spyOn(test.live, 'canHaveSocket').mockReturnValue(true)
    const emitted = vi.spyOn(test.live, 'emitToUsers')
    const expectUnread = async (unread: number) => {
      for (const { id } of [PEOPLE.ama, PEOPLE.kofi])
        await expect
          .poll(() => emitted.mock.calls)
          .toContainEqual([[id], 'notifications.changed', { unread }])
    }
    const { id } = await reviewOf(await submit(kofi))
    await ama.send('POST', `/api/reviews/${id}/reply`, { text: 'Thank you.' })
    await test.jobs.settled()
    await expectUnread(1)
    emitted.mockClear()
    expect((await ama.send('DELETE', `/api/selling/products/${productId}?version=1`)).status).toBe(200)
    await expectUnread(0)
    expect([await notificationsOf('ama'), await notificationsOf('kofi')]).toEqual([[], []])
    vi.restoreAllMocks()
  })

  it('is notified even if a person of the same name writes the same', async () => {
    const { db } = test
    const rename = (full_name: string) =>
      db.updateTable('profiles').set({ full_name }).where('id', '=', PEOPLE.esi.id).execute()
    await rename(PEOPLE.kofi.full_name)
    await Promise.all([submit(kofi), submit(esi)])
    await rename(PEOPLE.esi.full_name)
    expect((await notificationsOf('ama')).map(({ content }) => content)).toEqual([
      'Kofi Boateng reviewed "Samsung Galaxy A54": 4 of 5 stars',
      'Kofi Boateng reviewed "Samsung Galaxy A54": 4 of 5 stars',
    ])
  })

  it('gets one reply from its seller, even after two clicks', async () => {
    const { id } = await reviewOf(await submit(kofi))
    const answer = (who: TestClient) => who.send('POST', `/api/reviews/${id}/reply`, { text: 'Thank you.' })
    expect((await answer(esi)).status).toBe(404)
    expect((await answer(kofi)).status).toBe(404)
    const statuses = await Promise.all([answer(ama), answer(ama)].map(async (sent) => (await sent).status))
    expect(new Set(statuses)).toEqual(new Set([201, 409]))
    expect((await listed())[0]?.reply?.text).toBe('Thank you.')
    expect(await notificationsOf('kofi')).toMatchObject([
      { content: 'The seller of "Samsung Galaxy A54" answered your review' },
    ])
  })

  it('stays without a name when its writer’s account is deleted', async () => {
    const { rows } = await sql<{ id: string }>`insert into profiles default values returning id`.execute(
      test.db,
    )
    const reviewer_id = rows[0]?.id ?? ''
    await test.db
      .insertInto('product_reviews')
      .values({ product_id: productId, reviewer_id, rating: 3 })
      .execute()
    await test.db.deleteFrom('profiles').where('id', '=', reviewer_id).execute()
    expect(await listed()).toMatchObject([{ rating: 3, reviewer: { name: 'Unknown User', avatar: null } }])
  })
})

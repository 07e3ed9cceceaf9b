import { beforeEach, expect, it } from 'vitest'
import { createTestApp } from '#testing/app.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { insertPhoto, insertProduct } from '#testing/market/products.ts'
import { exchange } from '#testing/market/ratings.ts'
import { insertConversation } from '#testing/market/selling.ts'
import { setUp } from '#testing/set-up.ts'

const test = setUp(createTestApp)
beforeEach(() => test.db.deleteFrom('products').execute())

it('the featured products are the four newest unsold ones', async () => {
  for (const title of ['first', 'second', 'third', 'fourth', 'fifth']) await insertProduct(test.db, { title })
  await insertProduct(test.db, { title: 'sold one', status: 'sold' })
  await insertProduct(test.db, { title: 'draft one', status: 'draft' })
  const { products } = await test.api.call('listFeatured', {})
  expect(products.map(({ title }) => title)).toEqual(['fifth', 'fourth', 'third', 'second'])
})

it('a product page has photos, seller and rating', async () => {
  const id = await insertProduct(test.db, { price: 1250.5, price_type: 'fixed' })
  await insertPhoto(test.db, id, false)
  await insertPhoto(test.db, id, true)
  const others = await test.db
    .insertInto('profiles')
    .values(['Yaa', 'Yaw', 'Efua'].map((full_name) => ({ full_name })))
    .returning('id')
    .execute()
  for (const [index, { id: reviewer_id }] of [PEOPLE.kofi, PEOPLE.esi, ...others].entries()) {
    await insertConversation(test.db, {
      productId: id,
      people: [PEOPLE.ama.id, reviewer_id],
      senders: exchange(reviewer_id, PEOPLE.ama.id),
    })
    await test.db
      .insertInto('product_reviews')
      .values({ product_id: id, reviewer_id, rating: index < 3 ? 5 : 4 })
      .execute()
  }
  const product = await test.api.call('getProduct', { params: { id } })
  expect(product).toMatchObject({ price: 1250.5, priceType: 'fixed', rating: { average: 4.6, count: 5 } })
  expect(product.photos).toHaveLength(2)
  expect(product.category).toEqual({ id: 'mobile', name: 'Phones & Tablets' })
  expect(product.seller).toMatchObject({
    name: 'Ama Mensah',
    contacts: [{ kind: 'phone', value: null }, { kind: 'email', value: null }, { kind: 'website' }],
  })
})

it('a sold product is shown, but not a draft', async () => {
  const sold = await insertProduct(test.db, { status: 'sold' })
  const draft = await insertProduct(test.db, { status: 'draft' })
  expect((await test.api.call('getProduct', { params: { id: sold } })).status).toBe('sold')
  await expect(test.api.call('getProduct', { params: { id: draft } })).rejects.toMatchObject({
    status: 404,
    message: 'Product not found',
  })
})

it('the reviews are listed page by page, newest first, without repetition', async () => {
  const id = await insertProduct(test.db)
  const people = await test.db
    .insertInto('profiles')
    .values(Array.from({ length: 23 }, (_, index) => ({ username: `reader${index}` })))
    .returning('id')
    .execute()
  const created_at = '2026-11-01T10:00:00.000Z'
  await test.db
    .insertInto('product_reviews')
    .values(
      people.map((person, index) => ({
        product_id: id,
        reviewer_id: person.id,
        rating: 4,
        title: String(index),
        created_at,
      })),
    )
    .execute()
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await test.api.call('listReviews', { params: { id }, query: { cursor } })
    seen.push(...page.items.map((review) => review.id))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  expect(seen).toHaveLength(23)
  expect(new Set(seen).size).toBe(23)
})

it('an invalid cursor in the reviews is refused', async () => {
  const id = await insertProduct(test.db)
  await expect(
    test.api.call('listReviews', { params: { id }, query: { cursor: "2026' or 1=1" } }),
  ).rejects.toMatchObject({ status: 422, fields: [{ field: 'cursor' }] })
})

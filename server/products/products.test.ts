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

it('the rows of the home page have the newest products of a category that are not featured', async () => {
  for (const title of ['old fan', 'older fan', 'bed'])
    await insertProduct(test.db, { title, category_id: 'home-furniture-appliances' })
  await insertProduct(test.db, {
    title: 'sold fan',
    status: 'sold',
    category_id: 'home-furniture-appliances',
  })
  // A single product is no row.
  await insertProduct(test.db, { title: 'dress', category_id: 'fashion' })
  for (const title of ['one', 'two', 'three', 'four', 'five', 'six', 'seven'])
    await insertProduct(test.db, { title })
  const { rows } = await test.api.call('listHomeRows', {})
  const titles = rows.map(({ category, products }) => [category.id, products.map(({ title }) => title)])
  expect(Object.fromEntries(titles)).toEqual({
    'home-furniture-appliances': ['bed', 'older fan', 'old fan'],
    mobile: ['three', 'two', 'one'],
  })
  expect((await test.api.call('listFeatured', {})).rows).toBe(2)
})

it('a card has the most telling attribute and says whether its seller has a verified phone', async () => {
  const attributes = { brand: 'Tecno', storage: '128 GB' }
  const id = await insertProduct(test.db, { attributes: JSON.stringify(attributes), condition: 'like-new' })
  const card = async () => (await test.api.call('listFeatured', {})).products[0]
  expect(await card()).toMatchObject({ telling: '128 GB', condition: 'like-new' })
  expect((await test.api.call('getProduct', { params: { id } })).telling).toBe('128 GB')
  const setVerified = (phone_verified: boolean) =>
    test.db.updateTable('profiles').set({ phone_verified }).where('id', '=', PEOPLE.ama.id).execute()
  await setVerified(true)
  expect((await card())?.isVerified).toBe(true)
  await setVerified(false)
  expect((await card())?.isVerified).toBeUndefined()
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

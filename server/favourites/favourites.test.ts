import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Favourite } from '#contract/favourites.ts'
import { FAVOURITES_MAX } from '#contract/limits.ts'
import type { ProblemBody } from '#contract/problem.ts'
import type { ListingForm, OwnProduct } from '#contract/selling/selling.ts'
import { createMarket } from '#testing/accounts/accounts.ts'
import type { TestClient } from '#testing/anonymous-client.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { insertPhoto, insertProduct } from '#testing/market/products.ts'
import { setStatus } from '#testing/market/selling.ts'
import { setUp, setUpClient } from '#testing/set-up.ts'

const test = setUp(createMarket)
const ama = setUpClient(test, 'ama')
const kofi = setUpClient(test, 'kofi')
let productId: string

beforeEach(async () => {
  await test.db.deleteFrom('rate_limits').execute()
  await test.db.deleteFrom('favourites').execute()
  await test.db.deleteFrom('notifications').execute()
  productId = await insertProduct(test.db)
  await insertPhoto(test.db, productId)
})

const add = (who: TestClient, id = productId) => who.send('PUT', `/api/favourites/${id}`)

async function list(who: TestClient, cursor?: string) {
  const response = await who.send('GET', `/api/favourites${cursor ? `?cursor=${cursor}` : ''}`)
  return (await response.json()) as { items: Favourite[]; nextCursor: string | null }
}

async function favouritesAmong(who: TestClient, ids: string[]) {
  const response = await who.send('GET', `/api/favourites/which?products=${ids.join(',')}`)
  return ((await response.json()) as { productIds: string[] }).productIds
}

async function notificationsOf(person: keyof typeof PEOPLE) {
  await test.jobs.settled()
  const rows = await test.db
    .selectFrom('notifications')
    .select(['type', 'content'])
    .where('user_id', '=', PEOPLE[person].id)
    .orderBy('id')
    .execute()
  return rows.map(({ type, content }) => `${type}: ${content}`)
}

describe('favourites', () => {
  it('are added once by twenty simultaneous taps, and removed', async () => {
    const taps = await Promise.all(Array.from({ length: 20 }, async () => (await add(kofi)).status))
    expect(new Set(taps)).toEqual(new Set([200]))
    const { items } = await list(kofi)
    expect(items).toMatchObject([{ priceThen: 1800, product: { id: productId, status: 'available' } }])
    expect(items[0]?.product.photo).not.toBeNull()
    expect(await favouritesAmong(kofi, [productId])).toEqual([productId])
    expect(await favouritesAmong(ama, [productId])).toEqual([])
    expect((await list(ama)).items).toEqual([])
    await kofi.send('DELETE', `/api/favourites/${productId}`)
    expect((await list(kofi)).items).toEqual([])
  })

  it('exclude drafts and unknown products', async () => {
    for (const id of [await insertProduct(test.db, { status: 'draft' }), PEOPLE.ama.id]) {
      const { error } = (await (await add(kofi, id)).json()) as ProblemBody
      expect(error.code).toBe('product-not-found')
    }
  })

  it('include those that the browser stored before sign-in, except deleted products', async () => {
    const other = await insertProduct(test.db)
    await add(kofi)
    const productIds = [other, productId, PEOPLE.ama.id]
    expect((await kofi.send('POST', '/api/favourites', { productIds })).status).toBe(200)
    expect(new Set(await favouritesAmong(kofi, [productId, other]))).toEqual(new Set([productId, other]))
  })

  it('are listed page by page without repetition', async () => {
    const ids = []
    for (let index = 0; index < 30; index++) ids.push(await insertProduct(test.db))
    await kofi.send('POST', '/api/favourites', { productIds: ids })
    const first = await list(kofi)
    const second = await list(kofi, first.nextCursor ?? '')
    expect(first.items).toHaveLength(24)
    expect(second.nextCursor).toBeNull()
    const seen = [...first.items, ...second.items].map(({ product }) => product.id)
    expect(new Set(seen)).toEqual(new Set(ids))
    expect(seen).toHaveLength(30)
  })

  it('are limited in number', async () => {
    await sql`
      with chairs as (
        insert into products (title, price, region, seller_id, place_id, place_ids, status)
        select title, price, region, seller_id, place_id, place_ids, 'draft'
        from products, generate_series(1, ${FAVOURITES_MAX}::int) where id = ${productId} returning id
      )
      insert into favourites (profile_id, product_id, price_then)
      select ${PEOPLE.kofi.id}, id, 1 from chairs`.execute(test.db)
    const { error } = (await (await add(kofi)).json()) as ProblemBody
    expect(error.code).toBe('too-many-favourites')
  })
})

describe('notifications about favourites', () => {
  const edit = async (price: string) => {
    const own = (await (await ama.send('GET', `/api/selling/products/${productId}`)).json()) as OwnProduct
    const form = { ...own.form, price, region: 'Greater Accra' } as ListingForm
    const reply = await ama.send('PUT', `/api/selling/products/${productId}`, { version: own.version, form })
    expect(reply.status).toBe(200)
  }
  const become = (wanted: { status: string; buyerId?: string }) => setStatus(ama, productId, wanted)

  it('are sent when a price falls, but not when it rises', async () => {
    await add(kofi)
    await edit('2000.00')
    expect(await notificationsOf('kofi')).toEqual([])
    await edit('1500.00')
    expect(await notificationsOf('kofi')).toEqual([
      'other: Price drop: "Samsung Galaxy A54" is now GH₵1,500.00 (it was GH₵1,800.00)',
    ])
    expect((await list(kofi)).items[0]).toMatchObject({ priceThen: 1800, product: { price: 1500 } })
    expect(await notificationsOf('ama')).toEqual([])
  })

  it('report each price drop once, however often the price changes', async () => {
    await add(kofi)
    for (const price of ['1500', '999999.99', '1500', '1600', '1400']) await edit(price)
    expect(await notificationsOf('kofi')).toEqual([
      'other: Price drop: "Samsung Galaxy A54" is now GH₵1,500.00 (it was GH₵1,800.00)',
      'other: Price drop: "Samsung Galaxy A54" is now GH₵1,400.00 (it was GH₵1,500.00)',
    ])
  })

  it('report a sale once a day, however often it is undone', async () => {
    await add(kofi)
    for (let round = 0; round < 3; round++) {
      await become({ status: 'sold' })
      await become({ status: 'available' })
    }
    expect(await notificationsOf('kofi')).toHaveLength(1)
    expect(await notificationsOf('ama')).toHaveLength(1)
  })

  it('are sent once at the sale, also to the seller', async () => {
    await add(kofi)
    await become({ status: 'sold' })
    await become({ status: 'sold' })
    expect(await notificationsOf('kofi')).toEqual([
      'other: "Samsung Galaxy A54" from your favourites is sold',
    ])
    expect(await notificationsOf('ama')).toEqual(['sale: "Samsung Galaxy A54" is marked as sold'])
  })

  it('report the purchase instead of the sale to the buyer', async () => {
    await add(kofi)
    const opened = await kofi.send('POST', '/api/conversations', { productId })
    const { id } = (await opened.json()) as { id: string }
    await kofi.send('POST', `/api/conversations/${id}/messages`, {
      clientKey: crypto.randomUUID(),
      content: 'Is this still available?',
    })
    await become({ status: 'reserved', buyerId: PEOPLE.kofi.id })
    await become({ status: 'sold' })
    expect(await notificationsOf('kofi')).toEqual([
      'purchase: "Samsung Galaxy A54" is reserved for you',
      'purchase: "Samsung Galaxy A54" was sold to you. How was it? You can write a review.',
    ])
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Favourite } from '#contract/favourites.ts'
import { FAVOURITES_MAX } from '#contract/limits.ts'
import type { ProblemBody } from '#contract/problem.ts'
import type { ListingForm, OwnProduct } from '#contract/selling.ts'
import { insertAccounts, signIn } from '#testing/accounts.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import type { Visitor } from '#testing/visitor.ts'
import { PEOPLE } from '#testing/people.ts'
import { insertPhoto, insertProduct } from '#testing/products.ts'

let test: TestApp
let ama: Visitor
let kofi: Visitor
let productId: string

beforeAll(async () => {
  test = await createTestApp()
  await insertAccounts(test.db)
  ama = await signIn(test, 'ama')
  kofi = await signIn(test, 'kofi')
})
afterAll(() => test.close())
beforeEach(async () => {
  await test.db.deleteFrom('rate_limits').execute()
  await test.db.deleteFrom('favourites').execute()
  await test.db.deleteFrom('notifications').execute()
  productId = await insertProduct(test.db)
  await insertPhoto(test.db, productId)
})

const keep = (who: Visitor, id = productId) => who.send('PUT', `/api/favourites/${id}`)

async function list(who: Visitor, cursor?: string) {
  const response = await who.send('GET', `/api/favourites${cursor ? `?cursor=${cursor}` : ''}`)
  return (await response.json()) as { items: Favourite[]; nextCursor: string | null }
}

async function which(who: Visitor, ids: string[]) {
  const response = await who.send('GET', `/api/favourites/which?products=${ids.join(',')}`)
  return ((await response.json()) as { productIds: string[] }).productIds
}

async function newsOf(person: keyof typeof PEOPLE) {
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
  it('are kept once, by twenty taps at the same time too, and dropped', async () => {
    const taps = await Promise.all(Array.from({ length: 20 }, async () => (await keep(kofi)).status))
    expect(new Set(taps)).toEqual(new Set([200]))
    const { items } = await list(kofi)
    expect(items).toMatchObject([{ priceThen: 1800, product: { id: productId, status: 'available' } }])
    expect(items[0]?.product.photo).not.toBeNull()
    expect(await which(kofi, [productId])).toEqual([productId])
    expect(await which(ama, [productId])).toEqual([])
    expect((await list(ama)).items).toEqual([])
    await kofi.send('DELETE', `/api/favourites/${productId}`)
    expect((await list(kofi)).items).toEqual([])
  })

  it('are not drafts or what does not exist', async () => {
    for (const id of [await insertProduct(test.db, { status: 'draft' }), PEOPLE.ama.id]) {
      const { error } = (await (await keep(kofi, id)).json()) as ProblemBody
      expect(error.code).toBe('product-not-found')
    }
  })

  it('of a visitor are taken over at sign-in, those that are gone passed over', async () => {
    const other = await insertProduct(test.db)
    await keep(kofi)
    const productIds = [other, productId, PEOPLE.ama.id]
    expect((await kofi.send('POST', '/api/favourites', { productIds })).status).toBe(200)
    expect(new Set(await which(kofi, [productId, other]))).toEqual(new Set([productId, other]))
  })

  it('come page by page, each once', async () => {
    const ids = []
    for (let place = 0; place < 30; place++) ids.push(await insertProduct(test.db))
    await kofi.send('POST', '/api/favourites', { productIds: ids })
    const first = await list(kofi)
    const second = await list(kofi, first.nextCursor ?? '')
    expect(first.items).toHaveLength(24)
    expect(second.nextCursor).toBeNull()
    const seen = [...first.items, ...second.items].map(({ product }) => product.id)
    expect(new Set(seen)).toEqual(new Set(ids))
    expect(seen).toHaveLength(30)
  })

  it('have an end', async () => {
    await sql`
      with chairs as (
        insert into products (title, price, region, seller_id)
        select 'Chair', 1, 'Volta', ${PEOPLE.ama.id} from generate_series(1, ${FAVOURITES_MAX}::int) returning id
      )
      insert into favourites (profile_id, product_id, price_then)
      select ${PEOPLE.kofi.id}, id, 1 from chairs`.execute(test.db)
    const { error } = (await (await keep(kofi)).json()) as ProblemBody
    expect(error.code).toBe('too-many-favourites')
  })
})

describe('news of favourites', () => {
  const edit = async (price: string) => {
    const own = (await (await ama.send('GET', `/api/selling/products/${productId}`)).json()) as OwnProduct
    const form: ListingForm = { ...own.form, price, region: 'Greater Accra' }
    const reply = await ama.send('PUT', `/api/selling/products/${productId}`, { version: own.version, form })
    expect(reply.status).toBe(200)
  }
  const setStatus = async (body: object) => {
    expect((await ama.send('PUT', `/api/selling/products/${productId}/status`, body)).status).toBe(200)
  }

  it('tell of a price that falls, not of one that rises', async () => {
    await keep(kofi)
    await edit('2000.00')
    expect(await newsOf('kofi')).toEqual([])
    await edit('1500.00')
    expect(await newsOf('kofi')).toEqual([
      'other: Price drop: "Samsung Galaxy A54" is now GH₵1,500.00 (it was GH₵1,800.00)',
    ])
    expect((await list(kofi)).items[0]).toMatchObject({ priceThen: 1800, product: { price: 1500 } })
    expect(await newsOf('ama')).toEqual([])
  })

  it('tell no price twice, however often it goes up and down', async () => {
    await keep(kofi)
    for (const price of ['1500', '999999.99', '1500', '1600', '1400']) await edit(price)
    expect(await newsOf('kofi')).toEqual([
      'other: Price drop: "Samsung Galaxy A54" is now GH₵1,500.00 (it was GH₵1,800.00)',
      'other: Price drop: "Samsung Galaxy A54" is now GH₵1,400.00 (it was GH₵1,500.00)',
    ])
  })

  it('tell a sale once a day, however often it is taken back', async () => {
    await keep(kofi)
    for (let round = 0; round < 3; round++) {
      await setStatus({ status: 'sold' })
      await setStatus({ status: 'available' })
    }
    expect(await newsOf('kofi')).toHaveLength(1)
    expect(await newsOf('ama')).toHaveLength(1)
  })

  it('tell when it is sold, once, and the seller', async () => {
    await keep(kofi)
    await setStatus({ status: 'sold' })
    await setStatus({ status: 'sold' })
    expect(await newsOf('kofi')).toEqual(['other: "Samsung Galaxy A54" from your favourites is sold'])
    expect(await newsOf('ama')).toEqual(['sale: "Samsung Galaxy A54" is marked as sold'])
  })

  it('tell the buyer of the purchase instead', async () => {
    await keep(kofi)
    const opened = await kofi.send('POST', '/api/conversations', { productId })
    const { id } = (await opened.json()) as { id: string }
    await kofi.send('POST', `/api/conversations/${id}/messages`, {
      clientKey: crypto.randomUUID(),
      content: 'Is this still available?',
    })
    await setStatus({ status: 'reserved', buyerId: PEOPLE.kofi.id })
    await setStatus({ status: 'sold' })
    expect(await newsOf('kofi')).toEqual([
      'purchase: "Samsung Galaxy A54" is reserved for you',
      'purchase: "Samsung Galaxy A54" was sold to you. How was it? You can write a review.',
    ])
  })
})

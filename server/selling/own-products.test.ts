import { beforeEach, describe, expect, it } from 'vitest'
import type { OwnProductCard } from '#contract/selling/selling.ts'
import { createMarket, signIn } from '#testing/accounts/accounts.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { insertPhoto, insertProduct } from '#testing/market/products.ts'
import { call, insertConversation } from '#testing/market/selling.ts'
import { setUp, setUpClient } from '#testing/set-up.ts'

interface Page {
  items: OwnProductCard[]
  nextCursor: string | null
}

const test = setUp(createMarket)
const ama = setUpClient(test, 'ama')
beforeEach(async () => {
  await test.db.deleteFrom('products').execute()
})

const list = (query = '', by = ama) => call<Page>(by, 'GET', `/api/selling/products${query}`)

async function listAllTitles(query: string): Promise<string[]> {
  const titles: string[] = []
  let cursor: string | null = null
  do {
    const page: Page = await list(`?${query}${cursor ? `&cursor=${cursor}` : ''}`)
    expect(page.items.length).toBeLessThanOrEqual(24)
    titles.push(...page.items.map(({ title }) => title))
    cursor = page.nextCursor
  } while (cursor)
  return titles
}

describe('the dashboard', () => {
  it('has one’s own published listings with their figures, newest first', async () => {
    const older = await insertProduct(test.db, { title: 'Older', created_at: '2026-01-01T00:00:00Z' })
    const sold = await insertProduct(test.db, {
      title: 'Sold',
      status: 'sold',
      category_id: null,
      created_at: '2026-01-02T00:00:00Z',
    })
    await insertProduct(test.db, { title: 'Kofi’s', seller_id: PEOPLE.kofi.id })
    await insertProduct(test.db, { title: 'Draft', status: 'draft' })
    await insertPhoto(test.db, older)
    await test.db.insertInto('product_views').values({ product_id: older, count: 41 }).execute()
    const favourite = { product_id: older, price_then: '1800' }
    await test.db
      .insertInto('favourites')
      .values([
        { ...favourite, profile_id: PEOPLE.kofi.id },
        { ...favourite, profile_id: PEOPLE.esi.id },
      ])
      .execute()
    const people: [string, string] = [PEOPLE.ama.id, PEOPLE.kofi.id]
    await insertConversation(test.db, { productId: older, people, senders: [PEOPLE.kofi.id] })
    // Nobody wrote in this conversation.
    await insertConversation(test.db, { productId: sold, people, senders: [] })

    const { items, nextCursor } = await list()
    expect(nextCursor).toBeNull()
    expect(items.map(({ title }) => title)).toEqual(['Sold', 'Older'])
    expect(items[0]).toMatchObject({
      status: 'sold',
      category: null,
      photo: null,
      figures: { views: 0, favourites: 0, conversations: 0 },
    })
    expect(items[1]).toMatchObject({
      price: 1800,
      category: 'Phones & Tablets',
      version: 1,
      photo: { src: `/photos/product-images/${older}/0123456789abcdef` },
      figures: { views: 41, favourites: 2, conversations: 1 },
    })
  })

  it('has drafts in a separate list, last saved first, with private photos', async () => {
    const first = await insertProduct(test.db, {
      title: '',
      price: null,
      region: null,
      status: 'draft',
      created_at: '2026-03-01T00:00:00Z',
      updated_at: '2026-03-01T00:00:00Z',
    })
    await insertProduct(test.db, {
      title: 'Saved last',
      status: 'draft',
      created_at: '2026-01-01T00:00:00Z',
      updated_at: '2026-04-01T00:00:00Z',
    })
    await insertProduct(test.db, { title: 'Public' })
    await insertPhoto(test.db, first)
    const { items } = await list('?drafts=yes')
    expect(items.map(({ title }) => title)).toEqual(['Saved last', ''])
    expect(items[1]?.price).toBeNull()
    expect(items[1]?.photo?.src).toMatch(
      new RegExp(`^/photos/private/\\d+\\.[\\w-]+/product-images/${first}/0123456789abcdef$`),
    )
  })

  it('has pages without repetition, even for listings of the same moment', async () => {
    const moment = '2026-05-05T05:05:05.000Z'
    for (let index = 0; index < 50; index += 1) {
      const times = { created_at: moment, updated_at: moment }
      await insertProduct(test.db, { title: `Listing ${index}`, ...times })
      await insertProduct(test.db, { title: `Draft ${index}`, status: 'draft', ...times })
    }
    for (const [query, word] of [
      ['', 'Listing'],
      ['drafts=yes', 'Draft'],
    ] as const) {
      const titles = await listAllTitles(query)
      expect(titles).toHaveLength(50)
      expect(new Set(titles).size).toBe(50)
      expect(titles.every((title) => title.startsWith(word))).toBe(true)
    }
  })

  it('refuses an invalid cursor', async () => {
    expect((await ama.send('GET', '/api/selling/products?cursor=abc')).status).toBe(422)
  })
})

it('a listing can be opened for editing by its owner only', async () => {
  const id = await insertProduct(test.db)
  await insertPhoto(test.db, id)
  const path = `/api/selling/products/${id}`
  expect(await call(ama, 'GET', path)).toMatchObject({ id, photos: [{ state: 'ready' }] })
  const esi = await signIn(test, 'esi')
  for (const each of [path, '/api/selling/products/01930000-0000-7000-8000-000000000000']) {
    const reply = await esi.send('GET', each)
    expect([reply.status, await reply.json()]).toMatchObject([404, { error: { code: 'product-not-found' } }])
  }
})

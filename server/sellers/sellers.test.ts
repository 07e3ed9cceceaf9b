import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ContactVisibility } from '#contract/accounts/profiles.ts'
import type { SellerPage } from '#contract/sellers.ts'
import { createMarket } from '#testing/accounts/accounts.ts'
import { createAnonymousClient, type TestClient } from '#testing/anonymous-client.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { insertPhoto, insertProduct } from '#testing/market/products.ts'
import { sellerRating, exchange } from '#testing/market/ratings.ts'
import { insertConversation } from '#testing/market/selling.ts'
import { setUp, setUpClient } from '#testing/set-up.ts'

const test = setUp(createMarket)
const ama = setUpClient(test, 'ama')
const kofi = setUpClient(test, 'kofi')

beforeEach(() => test.db.deleteFrom('rate_limits').execute())

const AMA = PEOPLE.ama.id
const NOBODY = '01930000-0000-7000-8000-00000000dead'

async function errorOf(response: Response) {
  const { error } = (await response.json()) as { error: { code: string; message: string } }
  return { status: response.status, ...error }
}

describe("a seller's page", () => {
  it('has the public profile, the figures and the rating across products', async () => {
    await test.db
      .updateTable('profiles')
      .set({ bio: 'Well kept things.', location: 'Osu, Accra' })
      .where('id', '=', AMA)
      .execute()
    const [open, sold, draft] = await Promise.all([
      insertProduct(test.db),
      insertProduct(test.db, { status: 'sold' }),
      insertProduct(test.db, { status: 'draft' }),
    ])
    const review = (product_id: string, reviewer_id: string, rating: number) => ({
      product_id,
      reviewer_id,
      rating,
    })
    for (const [productId, writer] of [
      [open, PEOPLE.kofi.id],
      [open, PEOPLE.esi.id],
      [sold, PEOPLE.kofi.id],
      [draft, PEOPLE.kofi.id],
    ] as const)
      await insertConversation(test.db, { productId, people: [AMA, writer], senders: exchange(writer, AMA) })
    await test.db
      .insertInto('product_reviews')
      .values([
        review(open, PEOPLE.kofi.id, 5),
        review(open, PEOPLE.esi.id, 4),
        review(sold, PEOPLE.kofi.id, 4),
        review(draft, PEOPLE.kofi.id, 1),
      ])
      .execute()
    expect(await sellerRating(test.db, AMA)).toEqual({ average: 4.3, count: 3 })
    const seller = await test.api.call('getSeller', { params: { id: AMA } })
    expect(seller).toEqual({
      asBuyer: null,
      id: AMA,
      name: 'Ama Mensah',
      avatar: null,
      memberSince: seller.memberSince,
      phoneVerified: false,
      emailVerified: true,
      bio: 'Well kept things.',
      location: 'Osu, Accra',
      // The rating is hidden because it comes from only two people.
      rating: { average: null, count: 0 },
      deals: 0,
      kept: null,
      replyMinutes: null,
      replyRate: null,
      contacts: [
        { kind: 'phone', value: null },
        { kind: 'email', value: null },
        { kind: 'website', value: PEOPLE.ama.website },
      ],
    })
    expect((await test.api.call('getSeller', { params: { id: PEOPLE.esi.id } })).rating).toEqual({
      average: null,
      count: 0,
    })
  })

  it('is not found for an unknown id', async () => {
    for (const path of [`/api/sellers/${NOBODY}`, `/api/sellers/${NOBODY}/products`]) {
      const response = await test.app.request(path)
      expect(await errorOf(response)).toMatchObject({ status: 404, code: 'seller-not-found' })
    }
    expect((await test.app.request('/api/sellers/1')).status).toBe(422)
  })
})

describe("a seller's products", () => {
  it('are the unsold ones, newest first, in pages without repetition', async () => {
    const created_at = '2026-10-01T12:00:00.000Z'
    const seller_id = PEOPLE.kofi.id
    const ids: string[] = []
    // Products of the same instant, so that a page ends between equals.
    for (let count = 0; count < 30; count += 1)
      ids.push(await insertProduct(test.db, { seller_id, created_at }))
    const newest = await insertProduct(test.db, { seller_id, status: 'reserved' })
    await insertPhoto(test.db, newest)
    await insertProduct(test.db, { seller_id, status: 'sold' })
    await insertProduct(test.db, { seller_id, status: 'draft' })
    const first = await test.api.call('listSellerProducts', { params: { id: seller_id } })
    expect(first.items).toHaveLength(24)
    expect(first.items[0]).toMatchObject({ id: newest, status: 'reserved', photo: { width: 1280 } })
    const second = await test.api.call('listSellerProducts', {
      params: { id: seller_id },
      query: { cursor: first.nextCursor ?? '' },
    })
    expect(second.nextCursor).toBeNull()
    const shown = [...first.items, ...second.items].map(({ id }) => id)
    expect(shown).toEqual([newest, ...ids.toSorted().toReversed()])
  })

  it('are an empty list for a person without products', async () => {
    expect(await test.api.call('listSellerProducts', { params: { id: PEOPLE.esi.id } })).toEqual({
      items: [],
      nextCursor: null,
    })
  })

  it.each(['x', '2026-10-01T12:00:00.000Z_1', `2026-13-01T12:00:00.000Z_${AMA}`])(
    'refuse %s as a cursor',
    async (cursor) => {
      const response = await test.app.request(`/api/sellers/${AMA}/products?cursor=${cursor}`)
      expect(response.status).toBe(422)
    },
  )

  it('use the seller index', async () => {
    const plan = await test.db.connection().execute(async (db) => {
      await sql`set enable_seqscan = off`.execute(db)
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
        explain select id from products p where p.seller_id = ${AMA} and p.status in ('available', 'reserved')
        order by p.created_at desc, p.id desc limit 25`.execute(db)
      await sql`reset enable_seqscan`.execute(db)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    expect(plan).toContain('products_of_seller')
    expect(plan).not.toContain('Sort')
  })
})

describe('contact details', () => {
  const reveal = (viewer: TestClient, kind: string, seller: string = AMA) =>
    viewer.send('POST', `/api/sellers/${seller}/contacts`, { kind })

  const VALUES = { email: PEOPLE.ama.email, phone: PEOPLE.ama.phone, website: PEOPLE.ama.website }
  const KINDS = ['email', 'phone', 'website'] as const
  const MATRIX: [ContactVisibility, { page: 'value' | 'hint' | 'nothing'; signedIn: number }][] = [
    ['everyone', { page: 'value', signedIn: 200 }],
    ['signed-in', { page: 'hint', signedIn: 200 }],
    ['nobody', { page: 'nothing', signedIn: 404 }],
  ]
  const cases = KINDS.flatMap((kind) => MATRIX.map(([visibility, may]) => ({ kind, visibility, ...may })))

  it.each(cases)(
    'follow the visibility: $kind for $visibility',
    async ({ kind, visibility, page, signedIn }) => {
      await test.db
        .updateTable('profiles')
        .set({ [`${kind}_visibility`]: visibility })
        .where('id', '=', AMA)
        .execute()
      const value = VALUES[kind]

      const productId = await insertProduct(test.db)
      for (const path of [`/api/products/${productId}`, `/api/sellers/${AMA}`]) {
        const text = await (await test.app.request(path)).text()
        expect(text.includes(value)).toBe(page === 'value')
        const shown = JSON.parse(text) as { seller?: SellerPage } & SellerPage
        const contact = (shown.seller ?? shown).contacts.find((one) => one.kind === kind)
        expect(contact?.value).toBe({ value, hint: null, nothing: undefined }[page])
      }

      expect((await reveal(createAnonymousClient(test.app), kind)).status).toBe(401)
      const toKofi = await reveal(kofi, kind)
      expect(toKofi.status).toBe(signedIn)
      expect((await toKofi.text()).includes(value)).toBe(signedIn === 200)
      expect(await (await reveal(ama, kind)).json()).toEqual({ kind, value })
    },
  )

  it('look the same if missing or hidden', async () => {
    const messages = {
      phone: 'Phone number not available',
      email: 'Email not available',
      website: 'Website not available',
    }
    await test.db
      .updateTable('profiles')
      .set({ email: null, phone_visibility: 'nobody', website_visibility: 'nobody', phone: '+233201112233' })
      .where('id', '=', PEOPLE.esi.id)
      .execute()
    for (const kind of KINDS) {
      const error = await errorOf(await reveal(kofi, kind, PEOPLE.esi.id))
      expect(error).toMatchObject({ status: 404, message: messages[kind] })
    }
    expect(await errorOf(await reveal(kofi, 'phone', NOBODY))).toMatchObject({ code: 'seller-not-found' })
    expect((await reveal(kofi, 'address')).status).toBe(422)
  })

  it('are logged with viewer and seller, except one’s own', async () => {
    await test.db.deleteFrom('contact_reveals').execute()
    await test.db
      .updateTable('profiles')
      .set({ phone_visibility: 'signed-in' })
      .where('id', '=', AMA)
      .execute()
    await reveal(kofi, 'phone')
    await reveal(ama, 'phone')
    await reveal(kofi, 'phone', NOBODY)
    const reveals = await test.db
      .selectFrom('contact_reveals')
      .select(['viewer_id', 'seller_id', 'kind'])
      .execute()
    expect(reveals).toEqual([{ viewer_id: PEOPLE.kofi.id, seller_id: AMA, kind: 'phone' }])
  })

  it('are shown only for people who list or sold something', async () => {
    const others = await test.db
      .insertInto('profiles')
      .values([{ email: 'one@example.com' }, { email: 'two@example.com', email_visibility: 'everyone' }])
      .returning('id')
      .execute()
    for (const { id } of others) {
      await insertProduct(test.db, { seller_id: id, status: 'draft' })
      expect((await test.api.call('getSeller', { params: { id } })).contacts).toEqual([])
      expect(await errorOf(await reveal(kofi, 'email', id))).toMatchObject({ code: 'email-not-available' })
      await insertProduct(test.db, { seller_id: id, status: 'sold' })
      expect((await test.api.call('getSeller', { params: { id } })).contacts).toHaveLength(1)
      expect((await reveal(kofi, 'email', id)).status).toBe(200)
    }
  })

  const showPhone = () =>
    test.db.updateTable('profiles').set({ phone_visibility: 'signed-in' }).where('id', '=', AMA).execute()

  const setOld = (old: boolean) =>
    test.db
      .updateTable('accounts')
      .set({ created_at: new Date(Date.now() - (old ? 25 : 23) * 60 * 60 * 1000).toISOString() })
      .execute()

  const atOnce = async (who: TestClient, count: number) => {
    const responses = await Promise.all(Array.from({ length: count }, () => reveal(who, 'phone')))
    const refused = responses.find(({ status }) => status === 429)
    return {
      passed: responses.filter(({ status }) => status === 200).length,
      wait: Number(refused?.headers.get('retry-after')),
    }
  }

  it.each([
    ['thirty', true, 30],
    ['five on its first day', false, 5],
  ])('are shown to an account at most %s times a day, also in parallel', async (_name, old, most) => {
    await showPhone()
    await setOld(old)
    const { passed, wait } = await atOnce(kofi, most + 10)
    expect(passed).toBe(most)
    expect(wait).toBeGreaterThan(23 * 60 * 60)
    // One's own details are not counted.
    expect((await reveal(ama, 'phone')).status).toBe(200)
  })

  it.each([
    ['', true, 300, 5],
    ['first-day-', false, 30, 0],
  ])(
    'are limited per address and hour, by %sreveals above an account’s own',
    async (name, old, most, own) => {
      await showPhone()
      await setOld(old)
      for (let count = 0; count < own; count += 1) await reveal(kofi, 'phone')
      await reveal(kofi, 'phone')
      await test.db
        .updateTable('rate_limits')
        .set({ count: most - 1 })
        .where('key', 'like', `${name}reveals-from:%`)
        .execute()
      expect((await atOnce(kofi, 3)).passed).toBe(1)
      kofi.address = '203.0.113.9'
      expect((await reveal(kofi, 'phone')).status).toBe(200)
      kofi.address = '198.51.100.7'
    },
  )

  it('are shown to an account five times a day, whatever its neighbours look up', async () => {
    await showPhone()
    await setOld(true)
    const values = { key: `reveals-from:${kofi.address}`, count: 300, resets_at: '2999-01-01T00:00:00Z' }
    await test.db.insertInto('rate_limits').values(values).execute()
    expect((await atOnce(kofi, 8)).passed).toBe(5)
  })

  it('count for the limit even if the person is unknown', async () => {
    await setOld(true)
    const refused = await Promise.all(Array.from({ length: 30 }, () => reveal(kofi, 'phone', NOBODY)))
    expect(refused.every(({ status }) => status === 404)).toBe(true)
    expect(await errorOf(await reveal(kofi, 'phone'))).toMatchObject({
      status: 429,
      code: 'too-many-reveals',
    })
  })
})

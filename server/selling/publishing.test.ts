import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LISTINGS_A_DAY } from '#contract/limits.ts'
import type { OwnProduct } from '#contract/selling/selling.ts'
import { insertAccounts, limitKey, signIn } from '#testing/accounts/accounts.ts'
import { apiPages } from '#testing/api-pages.ts'
import { createTestApp } from '#testing/app.ts'
import type { TestClient } from '#testing/anonymous-client.ts'
import { makeTrusted, PEOPLE } from '#testing/accounts/people.ts'
import { insertPhoto, insertProduct, renameUnannounced } from '#testing/market/products.ts'
import { codeOf } from '#testing/replies.ts'
import {
  beginDraft,
  call,
  insertConversation,
  listingForm,
  setStatus,
  statusesOf,
} from '#testing/market/selling.ts'
import { receivedAll } from '#testing/received-all.ts'
import { setUp } from '#testing/set-up.ts'

let ama: TestClient
const test = setUp(() => createTestApp({ pages: apiPages }))
/** One more process of the same site. */
const other = setUp(() => createTestApp({ pages: apiPages, database: test.database }))
beforeAll(() => insertAccounts(test.db))
beforeEach(async () => {
  await test.db.deleteFrom('products').execute()
  await test.db.deleteFrom('rate_limits').execute()
  ama = await signIn(test, 'ama')
})

async function draftWithPhoto(form: object = listingForm()): Promise<OwnProduct> {
  const draft = await beginDraft(ama, form)
  await insertPhoto(test.db, draft.id)
  return draft
}

const publish = (id: string, version = 1, form: object = listingForm(), by = ama) =>
  by.send('POST', `/api/selling/products/${id}/publish`, { version, form })
const save = (id: string, version: number, form: object) =>
  ama.send('PUT', `/api/selling/products/${id}`, { version, form })
const remove = (id: string, version = 1) =>
  ama.send('DELETE', `/api/selling/products/${id}?version=${version}`)

const statusOf = async (id: string) =>
  (await test.db.selectFrom('products').select('status').where('id', '=', id).executeTakeFirst())?.status

describe('publishing', () => {
  it('removes unanswered prompts from the description, also in later edits', async () => {
    const description = ['My own words', 'Worn: ', 'Fits: a tall person', 'Stains or tears:'].join('\n')
    const published = 'My own words\nFits: a tall person'
    const draft = await draftWithPhoto(listingForm({ description }))
    expect(draft.form.description).toBe(description)
    const descriptionOf = async (reply: Response) => ((await reply.json()) as OwnProduct).form.description
    const form = listingForm({ description })
    expect(await descriptionOf(await publish(draft.id, 1, form))).toBe(published)
    const { version } = await call<OwnProduct>(ama, 'GET', `/api/selling/products/${draft.id}`)
    expect(await descriptionOf(await save(draft.id, version, { ...form, price: '1' }))).toBe(published)
    const open = { ...form, customFields: [{ name: 'IMEI', value: ' ' }] }
    expect(await codeOf(await save(draft.id, version + 1, open))).toBe('invalid-input')
  })

  it('puts the draft on the market as new, with the latest text', async () => {
    const draft = await draftWithPhoto(listingForm({ title: 'Old words' }))
    const yesterday = new Date(Date.now() - 86_400_000).toISOString()
    await test.db
      .updateTable('products')
      .set({ created_at: yesterday, status_changed_at: yesterday })
      .execute()
    const before = Date.now()
    const listing = (await (await publish(draft.id)).json()) as OwnProduct
    expect(listing).toMatchObject({ id: draft.id, status: 'available', version: 2, form: listingForm() })
    expect(Date.parse(listing.createdAt)).toBeGreaterThanOrEqual(before - 1000)
    const product = await test.api.call('getProduct', { params: { id: draft.id } })
    expect(product).toMatchObject({
      title: 'Tecno Spark 10',
      price: 1250,
      region: 'Ashanti',
      customFields: [{ name: 'Charger', value: 'Original' }],
      attributes: [
        { name: 'brand', label: 'Brand', text: 'Tecno' },
        { name: 'storage', label: 'Storage', text: '128 GB' },
      ],
    })
    const found = await test.api.call('searchProducts', { query: { search: 'tecno' } })
    expect(found.items.map(({ id }) => id)).toEqual([draft.id])
  })

  it('happens once for parallel requests', async () => {
    const { id } = await draftWithPhoto()
    const replies = await Promise.all(Array.from({ length: 5 }, () => publish(id)))
    expect(statusesOf(replies)).toEqual([200, 409, 409, 409, 409])
    const refused = replies.filter(({ status }) => status === 409)
    expect(await Promise.all(refused.map(codeOf))).toEqual(refused.map(() => 'already-published'))
  })

  it('requires one to five photos', async () => {
    const { id } = await beginDraft(ama)
    expect(await codeOf(await publish(id))).toBe('image-required')
    await insertPhoto(test.db, id)
    const onTheirWay = Array.from({ length: 5 }, (_, index) => ({
      seller_id: PEOPLE.ama.id,
      product_id: id,
      client_key: `01930000-0000-7000-8000-00000000000${index}`,
      file_name: 'a.jpg',
      position: index + 1,
      state: 'waiting',
      image_url: `/photos/product-images/${id}/waiting${index}`,
    }))
    await test.db.insertInto('photo_uploads').values(onTheirWay).execute()
    expect(await codeOf(await publish(id))).toBe('too-many-images')
    await test.db.deleteFrom('photo_uploads').where('position', '=', 5).execute()
    expect((await publish(id)).status).toBe(200)
  })

  it('requires the newest version, a complete form and an existing category', async () => {
    const { id } = await draftWithPhoto()
    const stale = await publish(id, 7, listingForm({ title: 'Typed elsewhere' }))
    expect(await codeOf(stale)).toBe('edited-elsewhere')
    const empty = { ...listingForm({ title: 'ab', price: '' }), region: '', category: '', condition: '' }
    const { error } = (await (await publish(id, 1, empty)).json()) as {
      error: { fields: { field: string; message: string }[] }
    }
    expect(error.fields).toEqual([
      { field: 'form.title', message: 'Title too short' },
      { field: 'form.price', message: 'Invalid price' },
      { field: 'form.category', message: 'Choose category' },
      { field: 'form.condition', message: 'Choose condition' },
      { field: 'form.region', message: 'Choose a region' },
    ])
    const unknown = await publish(id, 1, listingForm({ category: 'submarines' }))
    expect(await unknown.json()).toMatchObject({
      error: { fields: [{ field: 'form.category', message: 'Choose category' }] },
    })
    expect(await statusOf(id)).toBe('draft')
  })

  it('asks for the condition of a draft if the client does not send it', async () => {
    const { condition: _, ...known } = listingForm()
    const { id } = await beginDraft(ama, { ...known, condition: '' })
    await insertPhoto(test.db, id)
    const refused = await publish(id, 1, known)
    expect(await refused.json()).toMatchObject({
      error: { fields: [{ field: 'form.condition', message: 'Choose condition' }] },
    })
    expect((await publish(id, 1, { ...known, condition: 'fair' })).status).toBe(200)
  })

  it('is allowed for the owner only', async () => {
    const { id } = await draftWithPhoto()
    const esi = await signIn(test, 'esi')
    expect(await codeOf(await publish(id, 1, listingForm(), esi))).toBe('product-not-found')
  })

  it('is limited per day by trust, and refusals do not count', async () => {
    const bare = await beginDraft(ama)
    for (let time = 0; time < 3; time += 1) await publish(bare.id)
    const first = await draftWithPhoto()
    expect((await publish(first.id)).status).toBe(200)
    const counted = await test.db
      .selectFrom('rate_limits')
      .select('count')
      .where('key', '=', limitKey(test, 'publishes', 'ama'))
      .executeTakeFirst()
    expect(counted).toEqual({ count: 1 })
    const second = await draftWithPhoto()
    const setCount = (count: number) => test.db.updateTable('rate_limits').set({ count }).execute()
    await setCount(LISTINGS_A_DAY.new)
    for (let time = 0; time < 3; time += 1)
      expect(await codeOf(await publish(second.id))).toBe('verify-phone-to-list')
    // The higher limit applies at once, however often it was refused.
    await makeTrusted(test.db, 'ama')
    expect((await publish(second.id)).status).toBe(200)
    await setCount(LISTINGS_A_DAY.trusted)
    const third = await draftWithPhoto()
    expect(await codeOf(await publish(third.id))).toBe('too-many-listings')
  })
})

it('a listing with a request for prepayment is reported to moderators until it changes', async () => {
  const signals = (id: string) =>
    test.db
      .selectFrom('signals')
      .select('detail')
      .where('target_id', '=', id)
      .where('reason', '=', 'trick-words')
      .execute()
  const draft = await draftWithPhoto()
  const form = listingForm({
    description: 'As good as new. Send a deposit first and I will bring it to you.',
  })
  expect((await publish(draft.id, draft.version, form)).status).toBe(200)
  const [signal] = await signals(draft.id)
  expect(signal?.detail).toMatchObject({ words: [expect.stringContaining('deposit first')] })
  const own = await call<OwnProduct>(ama, 'GET', `/api/selling/products/${draft.id}`)
  expect((await save(draft.id, own.version, listingForm())).status).toBe(200)
  expect(await signals(draft.id)).toEqual([])
})

describe('prohibited goods', () => {
  const PISTOL = { title: 'Locally made pistol with bullets', description: 'Never fired. Meet me at Tafo.' }
  const signals = (id: string) =>
    test.db
      .selectFrom('signals')
      .select(['reason', 'detail', 'subject_id'])
      .where('target_id', '=', id)
      .where('reason', '=', 'prohibited-words')
      .execute()
  const own = (id: string) => call<OwnProduct>(ama, 'GET', `/api/selling/products/${id}`)

  it('wait for a moderator if they are certain, and the seller reads why', async () => {
    const draft = await draftWithPhoto()
    const reply = await publish(draft.id, draft.version, listingForm(PISTOL))
    expect(await reply.json()).toMatchObject({
      status: 'held',
      hold: { cause: 'prohibited-goods', until: null, mayAnswer: true },
    })
    expect(await signals(draft.id)).toEqual([
      {
        reason: 'prohibited-words',
        subject_id: PEOPLE.ama.id,
        detail: {
          goods: ['Guns, ammunition and other weapons'],
          words: [expect.stringContaining('pistol with bullets')],
        },
      },
    ])
  })

  it('are not held again for the same, once a moderator has let them through', async () => {
    const draft = await draftWithPhoto()
    await publish(draft.id, draft.version, listingForm(PISTOL))
    await sql`select release_product(${draft.id}, '{prohibited-goods}')`.execute(test.db)
    const { version } = await own(draft.id)
    expect((await save(draft.id, version, listingForm({ ...PISTOL, price: '99' }))).status).toBe(200)
    expect(await statusOf(draft.id)).toBe('available')
  })

  it('are held when an edit adds them, and not reported after an edit removes them', async () => {
    const draft = await draftWithPhoto()
    await publish(draft.id)
    const { version } = await own(draft.id)
    expect((await save(draft.id, version, listingForm(PISTOL))).status).toBe(200)
    expect(await statusOf(draft.id)).toBe('held')
    expect((await save(draft.id, version + 1, listingForm())).status).toBe(200)
    expect(await signals(draft.id)).toEqual([])
    expect(await statusOf(draft.id)).toBe('available')
  })

  it('stay online with a case for moderators if they are doubtful', async () => {
    const draft = await draftWithPhoto()
    await publish(
      draft.id,
      draft.version,
      listingForm({ title: 'Tramadol 225', description: 'Ten cards, sealed.' }),
    )
    expect(await signals(draft.id)).toHaveLength(1)
    expect(await statusOf(draft.id)).toBe('available')
  })

  it('are not found in a harmless listing', async () => {
    const draft = await draftWithPhoto()
    await publish(draft.id)
    expect(await signals(draft.id)).toEqual([])
  })
})

describe('saving a listing', () => {
  it('refuses the later of parallel edits', async () => {
    const id = await insertProduct(test.db)
    const replies = await Promise.all(
      ['One', 'Two', 'Three'].map((word) => save(id, 1, listingForm({ title: `${word} words` }))),
    )
    expect(statusesOf(replies)).toEqual([200, 409, 409])
    const again = await save(id, 2, listingForm({ price: '99' }))
    expect(await again.json()).toMatchObject({ version: 3, status: 'available', form: { price: '99.00' } })
  })

  it('is refused for drafts and keeps the publication date', async () => {
    const { id } = await beginDraft(ama)
    expect(await codeOf(await save(id, 1, listingForm()))).toBe('not-published')
    const since = '2026-01-02T03:04:05.000Z'
    const old = await insertProduct(test.db, { created_at: since, status: 'sold' })
    expect(await (await save(old, 1, listingForm())).json()).toMatchObject({
      createdAt: since,
      status: 'sold',
    })
  })

  it('moves it to its new location', async () => {
    const id = await insertProduct(test.db)
    await save(id, 1, listingForm({ region: 'Volta', location: 'Hohoe' }))
    const row = await test.db
      .selectFrom('products')
      .innerJoin('places', 'places.id', 'products.place_id')
      .select('places.name')
      .where('products.id', '=', id)
      .executeTakeFirst()
    expect(row?.name).toBe('Hohoe')
  })
})

describe('public pages', () => {
  const both = (path: string) =>
    Promise.all([test, other].map(async ({ app }) => (await app.request(path)).text()))

  it('follow publication, edits, sale and deletion in every process', async () => {
    const search = '/products?search=zebra'
    const { id } = await draftWithPhoto(listingForm({ title: 'Zebra rug' }))
    const page = `/products/${id}`
    const nothing = expect.stringContaining('"items":[]') as string
    expect(await both(search)).toEqual([nothing, nothing])
    const shows = (text: string) => Array.from({ length: 2 }, () => expect.stringContaining(text) as string)
    expect(await both(page)).toEqual(shows('not-found'))

    await publish(id, 1, listingForm({ title: 'Zebra rug' }))
    await receivedAll(other)
    expect(await both(search)).toEqual(shows('Zebra rug'))
    expect(await both(page)).toEqual(shows('Zebra rug'))
    await save(id, 2, listingForm({ title: 'Zebra carpet' }))
    await receivedAll(other)
    expect(await both(search)).toEqual(shows('Zebra carpet'))
    expect(await both(page)).toEqual(shows('Zebra carpet'))
    await setStatus(ama, id, { status: 'sold' })
    await receivedAll(other)
    expect(await both(search)).toEqual([nothing, nothing])
    expect(await both(page)).toEqual(shows('"status":"sold"'))
    await remove(id, 4)
    await receivedAll(other)
    expect(await both(page)).toEqual(shows('not-found'))
  })

  it('stay cached when another product is published', async () => {
    const otherId = await insertProduct(test.db, { title: 'Other words' })
    const page = async () => (await test.app.request(`/products/${otherId}`)).text()
    expect(await page()).toContain('Other words')
    await renameUnannounced(test.db, 'Not seen yet', [otherId])
    const draft = await draftWithPhoto()
    expect((await publish(draft.id)).status).toBe(200)
    expect(await page()).toContain('Other words')
    await setStatus(ama, draft.id, { status: 'sold' })
    expect(await page()).toContain('Not seen yet')
  })

  it('show each of many products as soon as it is published', async () => {
    await makeTrusted(test.db, 'ama')
    for (let count = 0; count < 5; count += 1) {
      const title = `Quokka ${count} soap`
      const { id } = await draftWithPhoto(listingForm({ title }))
      await publish(id, 1, listingForm({ title }))
      const { items } = await other.api.call('searchProducts', { query: { search: `quokka ${count}` } })
      expect(items.map((item) => item.id)).toContain(id)
    }
  })
})

describe('deleting a listing', () => {
  it('deletes its photos and keeps its conversations', async () => {
    const id = await insertProduct(test.db)
    await insertPhoto(test.db, id)
    const conversationId = await insertConversation(test.db, {
      productId: id,
      people: [PEOPLE.ama.id, PEOPLE.kofi.id],
      senders: [PEOPLE.kofi.id],
    })
    await test.db.insertInto('product_views').values({ product_id: id, count: 3 }).execute()
    expect((await remove(id)).status).toBe(200)
    expect(await statusOf(id)).toBeUndefined()
    expect(await test.db.selectFrom('product_images').selectAll().execute()).toEqual([])
    const conversations = test.db.selectFrom('conversations').select(['product_id', 'product_title'])
    expect(await conversations.where('id', '=', conversationId).executeTakeFirst()).toEqual({
      product_id: null,
      product_title: 'As it was called',
    })
    expect(await codeOf(await remove(id))).toBe('product-not-found')
  })

  it('is refused if the listing changed since it was shown', async () => {
    const id = await insertProduct(test.db)
    await setStatus(ama, id, { status: 'sold' })
    const reply = await remove(id, 1)
    expect(reply.status).toBe(409)
    expect(await reply.json()).toMatchObject({
      error: { code: 'changed-elsewhere', current: { status: 'sold', version: 2, buyer: null } },
    })
    expect((await ama.send('DELETE', `/api/selling/products/${id}`)).status).toBe(422)
    expect((await remove(id, 2)).status).toBe(200)
  })

  it('is allowed for the owner only and happens once', async () => {
    const id = await insertProduct(test.db)
    const esi = await signIn(test, 'esi')
    expect((await esi.send('DELETE', `/api/selling/products/${id}?version=1`)).status).toBe(404)
    const replies = await Promise.all([remove(id), remove(id), remove(id)])
    expect(statusesOf(replies)).toEqual([200, 404, 404])
  })
})

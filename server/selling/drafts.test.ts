import { EMPTY_AMOUNTS } from '#contract/selling/amounts.ts'
import { EMPTY_CHOICES } from '#contract/selling/draft-choices.ts'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { OwnProduct, OwnProductCard } from '#contract/selling/selling.ts'
import { createMarket, limitKey, signIn } from '#testing/accounts/accounts.ts'
import { createAnonymousClient, type TestClient } from '#testing/anonymous-client.ts'
import { insertProduct } from '#testing/market/products.ts'
import { beginDraft, call, listingForm, statusesOf } from '#testing/market/selling.ts'
import { setUp } from '#testing/set-up.ts'

const EMPTY_FORM = {
  title: '',
  description: '',
  ...EMPTY_AMOUNTS,
  category: '',
  ...EMPTY_CHOICES,
  region: '',
  location: '',
  tags: [],
  customFields: [],
  attributes: {},
}

const test = setUp(createMarket)
let ama: TestClient
beforeEach(async () => {
  await test.db.deleteFrom('products').execute()
  await test.db.deleteFrom('rate_limits').execute()
  ama = await signIn(test, 'ama')
})

const save = (client: TestClient, id: string, version: number, form: object) =>
  client.send('PUT', `/api/selling/products/${id}/draft`, { version, form })

async function problemOf(response: Response) {
  const { error } = (await response.json()) as { error: { code: string; fields?: object[] } }
  return error.fields ? [error.code, error.fields] : error.code
}

describe('a draft', () => {
  it('keeps its choices if the client does not know them', async () => {
    const { condition: _, priceType: __, ...known } = EMPTY_FORM
    const draft = await call<OwnProduct>(ama, 'POST', '/api/selling/products', {
      clientKey: randomUUID(),
      form: known,
    })
    expect(draft.form).toMatchObject({ condition: 'good', priceType: 'negotiable' })
    const update = (version: number, form: object) =>
      call<OwnProduct>(ama, 'PUT', `/api/selling/products/${draft.id}/draft`, { version, form })
    const chosen = await update(draft.version, { ...EMPTY_FORM, condition: 'poor' })
    const later = await update(chosen.version, { ...known, title: 'Bed' })
    expect(later.form).toMatchObject({ title: 'Bed', condition: 'poor' })
  })

  it('has no condition until its seller chooses one', async () => {
    const { id } = await beginDraft(ama, EMPTY_FORM)
    const stored = () => call<OwnProduct>(ama, 'GET', `/api/selling/products/${id}`)
    expect((await stored()).form.condition).toBe('')
    const { items } = await call<{ items: OwnProductCard[] }>(ama, 'GET', '/api/selling/products?drafts=yes')
    expect(items).toMatchObject([{ id, condition: null }])
    await save(ama, id, 1, { ...EMPTY_FORM, condition: 'fair' })
    expect((await stored()).form.condition).toBe('fair')
    const { version } = await stored()
    await save(ama, id, version, EMPTY_FORM)
    expect((await stored()).form.condition).toBe('')
  })

  it('is saved as it is typed', async () => {
    const form = listingForm({ price: '1250.5', description: 'One line\n\nand another' })
    const draft = await beginDraft(ama, form)
    expect(draft).toMatchObject({ status: 'draft', version: 1, photos: [], buyer: null })
    expect(draft.form).toEqual({ ...form, price: '1250.50' })
    expect(await call(ama, 'GET', `/api/selling/products/${draft.id}`)).toEqual(draft)
  })

  it('may be as empty as a new form, also after it was filled', async () => {
    const draft = await beginDraft(ama, EMPTY_FORM)
    expect(draft.form).toEqual(EMPTY_FORM)
    const path = `/api/selling/products/${draft.id}/draft`
    const full = await call<OwnProduct>(ama, 'PUT', path, { version: 1, form: listingForm() })
    expect(full).toMatchObject({ version: 2, form: listingForm() })
    const emptied = await call<OwnProduct>(ama, 'PUT', path, { version: 2, form: EMPTY_FORM })
    expect(emptied).toMatchObject({ version: 3, form: EMPTY_FORM })
  })

  it('is created once for repeated requests', async () => {
    const clientKey = randomUUID()
    const first = await Promise.all(Array.from({ length: 10 }, () => beginDraft(ama, EMPTY_FORM, clientKey)))
    expect(new Set(first.map(({ id }) => id)).size).toBe(1)
    const saved = await save(ama, first[0]?.id ?? '', 1, listingForm())
    // Later texts stay, because the first request has older ones.
    expect(await beginDraft(ama, EMPTY_FORM, clientKey)).toEqual(await saved.json())

    // The same key from another person creates a draft of their own.
    const kofi = await signIn(test, 'kofi')
    const theirs = await beginDraft(kofi, EMPTY_FORM, clientKey)
    expect(theirs.id).not.toBe(first[0]?.id)
  })

  it('returns the listing that it became', async () => {
    const clientKey = randomUUID()
    const { id } = await beginDraft(ama, listingForm(), clientKey)
    await test.db.updateTable('products').set({ status: 'sold' }).where('id', '=', id).execute()
    expect(await beginDraft(ama, EMPTY_FORM, clientKey)).toMatchObject({ id, status: 'sold' })
  })

  it('is limited to a hundred per person, also in parallel', async () => {
    for (let count = 0; count < 97; count += 1) {
      await insertProduct(test.db, { status: 'draft', title: `${count}` })
    }
    const replies = await Promise.all(
      Array.from({ length: 8 }, () =>
        ama.send('POST', '/api/selling/products', { clientKey: randomUUID(), form: EMPTY_FORM }),
      ),
    )
    expect(statusesOf(replies)).toEqual([201, 201, 201, 409, 409, 409, 409, 409])
    const refused = replies.find(({ status }) => status === 409)
    expect(refused && (await problemOf(refused))).toBe('too-many-drafts')
    await insertProduct(test.db, { status: 'available' })
    await test.db.deleteFrom('products').where('title', '=', '7').execute()
    await beginDraft(ama)
  })

  it('is not found by others on any page or by search', async () => {
    const { id } = await beginDraft(ama, listingForm({ title: 'Unfinished zebra' }))
    expect((await test.app.request(`/api/products/${id}`)).status).toBe(404)
    const found = await test.api.call('searchProducts', { query: { search: 'zebra' } })
    expect(found.items).toEqual([])
    const words = test.db.selectFrom('market_words').select('word').where('word', '=', 'zebra')
    expect(await words.execute()).toEqual([])
  })
})

describe('saving a draft', () => {
  it('refuses the later of two parallel edits', async () => {
    const { id } = await beginDraft(ama)
    const forms = Array.from({ length: 6 }, (_, index) => listingForm({ title: `Browser ${index}` }))
    const replies = await Promise.all(forms.map((form) => save(ama, id, 1, form)))
    const won = replies.findIndex(({ status }) => status === 200)
    expect(statusesOf(replies)).toEqual([200, 409, 409, 409, 409, 409])
    for (const reply of replies.filter(({ status }) => status === 409)) {
      expect(await problemOf(reply)).toBe('edited-elsewhere')
    }
    const saved = await call<OwnProduct>(ama, 'GET', `/api/selling/products/${id}`)
    expect(saved).toMatchObject({ version: 2, form: { title: `Browser ${won}` } })
  })

  it('changes nothing when the same text is sent again with an old version', async () => {
    const { id } = await beginDraft(ama)
    const form = listingForm({ title: 'Sent twice' })
    const first = (await (await save(ama, id, 1, form)).json()) as OwnProduct
    // The browser repeats the request because the first reply was lost.
    expect(await (await save(ama, id, 1, form)).json()).toEqual(first)
    expect(first.version).toBe(2)
  })

  it.each([
    ['an unknown category', { category: 'submarines' }, 'form.category', 'Choose category'],
    ['an invalid price', { price: 'cheap' }, 'form.price', 'Price must be a valid number'],
    ['a long title', { title: 'x'.repeat(101) }, 'form.title', 'Must be at most 100 characters long'],
    [
      'a long description',
      { description: 'x'.repeat(2001) },
      'form.description',
      'Must be at most 2000 characters long',
    ],
  ])('refuses %s and changes nothing', async (_, change, field, message) => {
    const draft = await beginDraft(ama)
    const refused = await save(ama, draft.id, 1, listingForm(change))
    expect(await problemOf(refused)).toEqual(['invalid-input', [{ field, message }]])
    expect(await call(ama, 'GET', `/api/selling/products/${draft.id}`)).toEqual(draft)
  })

  it('refuses an unknown category at its creation as well', async () => {
    const form = listingForm({ category: 'submarines' })
    const refused = await ama.send('POST', '/api/selling/products', { clientKey: randomUUID(), form })
    expect([refused.status, await problemOf(refused)]).toEqual([
      422,
      ['invalid-input', [{ field: 'form.category', message: 'Choose category' }]],
    ])
  })

  it('is allowed for one’s own drafts only', async () => {
    const published = await insertProduct(test.db)
    expect(await problemOf(await save(ama, published, 1, listingForm()))).toBe('already-published')
    const { id } = await beginDraft(ama)
    const esi = await signIn(test, 'esi')
    expect(await problemOf(await save(esi, id, 1, listingForm()))).toBe('product-not-found')
    expect(await problemOf(await save(createAnonymousClient(test.app), id, 1, listingForm()))).toBe(
      'authentication-required',
    )
  })

  it('replaces lone surrogates', async () => {
    const form = listingForm({ customFields: [{ name: 'Half', value: 'a\ud83d' }], tags: ['\ud83d'] })
    const draft = await beginDraft(ama, form)
    expect(draft.form.customFields).toEqual([{ name: 'Half', value: 'a\ufffd' }])
    expect(draft.form.tags).toEqual(['\ufffd'])
  })

  it('is limited to 600 an hour', async () => {
    const hour = new Date(Date.now() + 3_600_000).toISOString()
    await test.db
      .insertInto('rate_limits')
      .values({ key: limitKey(test, 'saves', 'ama'), count: 599, resets_at: hour })
      .execute()
    const { id } = await beginDraft(ama)
    const refused = await save(ama, id, 1, listingForm({ title: 'Once more' }))
    expect([refused.status, refused.headers.has('retry-after')]).toEqual([429, true])
  })
})

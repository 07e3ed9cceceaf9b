import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { CategoryLine } from '#contract/moderation/administration/administration.ts'
import type { OwnProduct } from '#contract/selling/selling.ts'
import { insertAccounts, signIn } from '#testing/accounts/accounts.ts'
import type { TestClient } from '#testing/anonymous-client.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { insertPhoto, insertProduct } from '#testing/market/products.ts'
import { fieldsOf } from '#testing/replies.ts'
import { beginDraft, listingForm } from '#testing/market/selling.ts'
import { signInStaff, STAFF } from '#testing/accounts/staff.ts'
import { receivedAll } from '#testing/received-all.ts'
import { setUp } from '#testing/set-up.ts'

let abena: TestClient
let ama: TestClient
let before: CategoryLine[]
const test = setUp(createTestApp)
/** One more process of the same site. */
const other = setUp(() => createTestApp({ database: test.database }))
beforeAll(async () => {
  await insertAccounts(test.db)
  before = await listed()
})
beforeEach(async () => {
  await test.db.deleteFrom('rate_limits').execute()
  await test.db.updateTable('categories').set({ is_hidden: false }).execute()
  abena = await signInStaff(test, 'administrator', 'abena')
  ama = await signIn(test, 'ama')
  for (const { id } of before) await change(id, { isHidden: false, otherWords: '' })
})

async function listed(): Promise<CategoryLine[]> {
  const staff = await signInStaff(test, 'administrator', 'abena')
  return (
    (await (await staff.send('GET', '/api/moderation/categories')).json()) as { categories: CategoryLine[] }
  ).categories
}

const change = (id: string, to: { isHidden?: boolean; otherWords?: string }) =>
  abena.send('PUT', `/api/moderation/categories/${id}`, {
    name: before.find((category) => category.id === id)?.name,
    rank: null,
    ...to,
  })
const offeredBy = async (app: TestApp) =>
  (await app.api.call('listCategories', {})).categories.map(({ id }) => id)
const suggestedBy = async (app: TestApp, text: string) =>
  (await app.api.call('listSuggestions', { query: { q: text } })).categories.map(({ id }) => id)
const OF_CLOTHES = { category: 'fashion', attributes: {} }
const REFUSAL = { 'form.category': 'This category is no longer offered. Choose another one.' }

it('a hidden category disappears from every process until it is shown again', async () => {
  expect(await offeredBy(other)).toContain('fashion')
  expect(await suggestedBy(other, 'fash')).toEqual(['fashion'])
  expect((await change('fashion', { isHidden: true })).status).toBe(200)
  expect(await offeredBy(test)).not.toContain('fashion')
  await receivedAll(other)
  expect(await offeredBy(other)).not.toContain('fashion')
  expect(await suggestedBy(other, 'fash')).toEqual([])
  expect((await listed()).find(({ id }) => id === 'fashion')?.isHidden).toBe(true)

  await change('fashion', { isHidden: false })
  await receivedAll(other)
  expect(await offeredBy(other)).toContain('fashion')
})

it('hiding a category is audited with the administrator', async () => {
  await change('fashion', { isHidden: true })
  const newest = await test.db
    .selectFrom('audit_entries')
    .select(['action', 'actor_id', 'detail'])
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(newest).toMatchObject({
    action: 'changed-category',
    actor_id: STAFF.abena.id,
    detail: { id: 'fashion', isHidden: true },
  })
})

it('a hidden category keeps its listings, which mark it as hidden', async () => {
  const id = await insertProduct(test.db, { category_id: 'fashion' })
  await change('fashion', { isHidden: true })
  const product = await test.api.call('getProduct', { params: { id } })
  expect(product.category).toMatchObject({ id: 'fashion', isHidden: true })
  const { items } = await test.api.call('searchProducts', { query: { category: 'fashion' } })
  expect(items.map((item) => item.id)).toContain(id)
})

it('a hidden category refuses new listings, but its listings can be edited', async () => {
  const draft = await beginDraft(ama, listingForm(OF_CLOTHES))
  await insertPhoto(test.db, draft.id)
  const form = listingForm(OF_CLOTHES)
  const publish = () =>
    ama.send('POST', `/api/selling/products/${draft.id}/publish`, { version: draft.version, form })
  await change('fashion', { isHidden: true })
  expect(await fieldsOf(await publish())).toEqual(REFUSAL)
  await change('fashion', { isHidden: false })
  const published = await publish()
  expect(published.status).toBe(200)
  const { version } = (await published.json()) as OwnProduct

  await change('fashion', { isHidden: true })
  await change('console', { isHidden: true })
  const save = (edited: object, at: number) =>
    ama.send('PUT', `/api/selling/products/${draft.id}`, { version: at, form: edited })
  expect(await fieldsOf(await save({ ...form, category: 'console' }, version))).toEqual(REFUSAL)
  expect((await save({ ...form, title: 'Kente cloth, worn once' }, version)).status).toBe(200)
})

it('the last visible category cannot be hidden, even by two people at once', async () => {
  const [last, beforeLast, ...rest] = before.map(({ id }) => id)
  for (const id of rest) expect((await change(id, { isHidden: true })).status).toBe(200)
  const replies = await Promise.all([last, beforeLast].map((id) => change(id ?? '', { isHidden: true })))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  const refused = replies.find(({ status }) => status === 422)
  expect(await fieldsOf(refused as Response)).toEqual({ isHidden: 'The last category cannot be hidden' })
})

it('a category is found by extra words that administrators added', async () => {
  expect(await suggestedBy(other, 'smock')).toEqual([])
  expect((await change('fashion', { otherWords: ' Smocks, Fugu,ɛdan ' })).status).toBe(200)
  expect((await listed()).find(({ id }) => id === 'fashion')?.otherWords).toBe('smocks, fugu,ɛdan')
  await receivedAll(other)
  for (const text of ['smock', 'fugu']) expect(await suggestedBy(other, text)).toEqual(['fashion'])
  // Settings that a change does not name stay.
  await change('fashion', {})
  expect(await suggestedBy(test, 'fugu')).toEqual(['fashion'])
  expect(await fieldsOf(await change('fashion', { otherWords: '<b>' }))).toEqual({
    otherWords: 'Use only words, with commas between them',
  })
})

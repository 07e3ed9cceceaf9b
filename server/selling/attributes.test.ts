import { randomUUID } from 'node:crypto'
import { beforeEach, expect, it } from 'vitest'
import type { OwnProduct } from '#contract/selling/selling.ts'
import { createMarket, signIn } from '#testing/accounts/accounts.ts'
import type { TestClient } from '#testing/anonymous-client.ts'
import { insertPhoto } from '#testing/market/products.ts'
import { beginDraft, call, listingForm } from '#testing/market/selling.ts'
import { setUp } from '#testing/set-up.ts'

const test = setUp(createMarket)
let ama: TestClient
beforeEach(async () => {
  await test.db.deleteFrom('products').execute()
  await test.db.deleteFrom('rate_limits').execute()
  ama = await signIn(test, 'ama')
})

const CAR = { category: 'car', attributes: { make: 'toyota', year: '2014', mileage: '96,000' } }

const publish = (id: string, version: number, form: object) =>
  call<OwnProduct>(ama, 'POST', `/api/selling/products/${id}/publish`, { version, form })

async function publishedCar() {
  const { id } = await beginDraft(ama, listingForm(CAR))
  await insertPhoto(test.db, id)
  return publish(id, 1, listingForm(CAR))
}

async function fieldsOf(response: Response) {
  const { error } = (await response.json()) as { error: { fields?: { field: string; message: string }[] } }
  return error.fields
}

it('attributes are stored normalized, shown in the table’s order, and searchable', async () => {
  const { id, form } = await publishedCar()
  expect(form.attributes).toEqual({ make: 'Toyota', year: '2014', mileage: '96000' })
  const stored = await test.db.selectFrom('products').select('attributes').executeTakeFirstOrThrow()
  expect(stored.attributes).toEqual({ make: 'Toyota', year: 2014, mileage: 96_000 })
  const product = await test.api.call('getProduct', { params: { id } })
  expect(product.attributes).toEqual([
    { name: 'make', label: 'Make', text: 'Toyota' },
    { name: 'year', label: 'Year', text: '2014' },
    { name: 'mileage', label: 'Mileage', text: '96,000 km' },
  ])
  const found = await test.api.call('searchProducts', { query: { search: 'toyota 2014' } })
  expect(found.items.map((item) => item.id)).toEqual([id])
})

it('attributes change with an edit and are removed with their category', async () => {
  const { id, version } = await publishedCar()
  const edit = (now: number, changes: object) =>
    call<OwnProduct>(ama, 'PUT', `/api/selling/products/${id}`, { version: now, form: listingForm(changes) })
  const edited = await edit(version, { ...CAR, attributes: { make: 'Kia' } })
  expect(edited.form.attributes).toEqual({ make: 'Kia' })
  const { attributes: _, ...known } = listingForm({ category: 'car' })
  const byOlderClient = await call<OwnProduct>(ama, 'PUT', `/api/selling/products/${id}`, {
    version: edited.version,
    form: { ...known, title: 'Kia Picanto' },
  })
  expect(byOlderClient.form.attributes).toEqual({ make: 'Kia' })
  const moved = await call<OwnProduct>(ama, 'PUT', `/api/selling/products/${id}`, {
    version: byOlderClient.version,
    form: { ...known, category: 'home' },
  })
  expect(moved.form.attributes).toEqual({})
})

it.each([
  [{ attributes: { gearbox: 'Manual' } }, ['attributes.gearbox']],
  [
    { attributes: { brand: 'x'.repeat(5000), storage: '3 GB', ram: '1' } },
    ['attributes.brand', 'attributes.storage', 'attributes.ram'],
  ],
  [{ attributes: { brand: '<b>*#' } }, ['attributes.brand']],
  [
    { title: 'x'.repeat(101), price: 5, attributes: { storage: '3 GB' } },
    ['title', 'price', 'attributes.storage'],
  ],
  [{ attributes: { brand: ['Apple'] } }, ['attributes.brand']],
  [{ attributes: { brand: 7 } }, ['attributes.brand']],
  [{ attributes: { brand: { $gt: '' } } }, ['attributes.brand']],
  [
    { attributes: { constructor: 'x', hasOwnProperty: 'y' } },
    ['attributes.constructor', 'attributes.hasOwnProperty'],
  ],
  [{ attributes: ['Apple'] }, ['attributes']],
  [{ attributes: 'Apple' }, ['attributes']],
  [{ attributes: null }, ['attributes']],
  [{ category: 7, attributes: { storage: '3 GB' } }, ['category']],
  [
    { attributes: Object.fromEntries(Array.from({ length: 31 }, (_, index) => [`a${index}`, ''])) },
    ['attributes'],
  ],
])('%j is refused with the names of the attributes', async (changes, fields) => {
  const response = await ama.send('POST', '/api/selling/products', {
    clientKey: randomUUID(),
    form: { ...listingForm(), ...changes },
  })
  expect(response.status).toBe(422)
  expect((await fieldsOf(response))?.map(({ field }) => field.replace('form.', ''))).toEqual(fields)
  expect(await test.db.selectFrom('products').select('id').execute()).toEqual([])
})

it('an attribute named __proto__ is ignored or refused', async () => {
  const body = JSON.stringify({ clientKey: randomUUID(), form: listingForm({ attributes: {} }) })
  const hostile = JSON.parse(body.replace('"attributes":{}', '"attributes":{"__proto__":"x"}')) as object
  const response = await ama.send('POST', '/api/selling/products', hostile)
  expect([201, 422]).toContain(response.status)
  const rows = await test.db.selectFrom('products').select('attributes').execute()
  expect(rows.every(({ attributes }) => JSON.stringify(attributes) === '{}')).toBe(true)
})

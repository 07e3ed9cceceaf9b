import { beforeEach, describe, expect, it } from 'vitest'
import { isImei, plainImei } from '#contract/imei-digits.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { createMarket } from '#testing/accounts.ts'
import type { TestClient } from '#testing/anonymous-client.ts'
import { PEOPLE } from '#testing/people.ts'
import { inTheMiddleOf } from '#testing/in-the-middle.ts'
import { insertProduct } from '#testing/products.ts'
import { call } from '#testing/selling.ts'
import { setUp, setUpClient } from '#testing/set-up.ts'
import { lockImei, upsertImei } from './queries.ts'

const IMEI = '490154203237518'
const OTHER = '356938035643809'

const test = setUp(createMarket)
const ama = setUpClient(test, 'ama')
const kofi = setUpClient(test, 'kofi')
beforeEach(async () => {
  for (const table of ['products', 'stolen_phones', 'rate_limits', 'signals', 'cases'] as const)
    await test.db.deleteFrom(table).execute()
})

const store = (client: TestClient, id: string, imei: string | null = IMEI) =>
  call(client, 'PUT', `/api/selling/products/${id}/imei`, { imei })
const check = async (imei: string, productId?: string) =>
  (await call<{ answer: string }>(kofi, 'POST', '/api/imei-checks', { imei, productId })).answer
const statusOf = async (id: string) =>
  (await test.db.selectFrom('products').select('status').where('id', '=', id).executeTakeFirstOrThrow())
    .status
const reasons = async () =>
  (await test.db.selectFrom('signals').select('reason').execute()).map(({ reason }) => reason)
const kofis = () => insertProduct(test.db, { seller_id: PEOPLE.kofi.id })

describe('an IMEI', () => {
  it('has 15 digits and a check digit, with spaces or dashes', () => {
    expect(isImei(plainImei('49-015420-323751-8'))).toBe(true)
    expect(isImei(plainImei('35 693803 564380 9'))).toBe(true)
    expect(isImei('490154203237519')).toBe(false)
    expect(isImei('49015420323751')).toBe(false)
    expect(isImei('000000000000000')).toBe(false)
  })

  it('is stored as a keyed hash alone, and removed by its seller', async () => {
    const id = await insertProduct(test.db)
    expect(await store(ama, id, '49 015420 323751 8')).toEqual({ isStored: true })
    const row = await test.db.selectFrom('product_imeis').selectAll().executeTakeFirstOrThrow()
    expect(row.imei_hash).toHaveLength(32)
    expect(await store(ama, id, null)).toEqual({ isStored: false })
    expect((await kofi.send('PUT', `/api/selling/products/${id}/imei`, { imei: IMEI })).status).toBe(404)
    expect((await ama.send('PUT', `/api/selling/products/${id}/imei`, { imei: '12345' })).status).toBe(422)
  })

  it('of a phone that another person has for sale holds the later listing', async () => {
    const first = await insertProduct(test.db)
    const second = await kofis()
    await store(ama, first)
    await store(kofi, second)
    expect([await statusOf(first), await statusOf(second)]).toEqual(['available', 'held'])
    expect(await reasons()).toEqual(['imei-of-another'])
  })

  it('of a phone that was sold is no obstacle to its new owner', async () => {
    const first = await insertProduct(test.db)
    await store(ama, first)
    await test.db.updateTable('products').set({ status: 'sold' }).where('id', '=', first).execute()
    const second = await kofis()
    await store(kofi, second)
    expect(await statusOf(second)).toBe('available')
  })
})

describe('a stolen phone', () => {
  it('is held wherever it is listed, before the report or after, until the owner has it back', async () => {
    const listed = await kofis()
    await store(kofi, listed)
    const { phones } = await call<{ phones: { id: string; policeReport: string }[] }>(
      ama,
      'POST',
      '/api/stolen-phones',
      {
        imei: IMEI,
        policeReport: 'Osu 112/26',
      },
    )
    expect(phones).toMatchObject([{ policeReport: 'Osu 112/26' }])
    expect(await statusOf(listed)).toBe('held')
    const later = await kofis()
    await store(kofi, later)
    expect(await statusOf(later)).toBe('held')
    expect(await check(IMEI)).toBe('stolen')
    expect((await kofi.send('DELETE', `/api/stolen-phones/${phones[0]!.id}`)).status).toBe(404)
    await call(ama, 'DELETE', `/api/stolen-phones/${phones[0]!.id}`)
    expect(await check(IMEI)).toBe('none')
  })
})

describe('a buyer', () => {
  it('reads whether the phone in hand is that of the listing', async () => {
    const id = await insertProduct(test.db)
    expect(await check(IMEI, id)).toBe('none')
    await store(ama, id)
    expect(await check(IMEI, id)).toBe('match')
    expect(await check(OTHER, id)).toBe('other')
  })

  it('may check so many phones a day', async () => {
    for (let checked = 0; checked < 20; checked++) await check(OTHER)
    expect((await kofi.send('POST', '/api/imei-checks', { imei: OTHER })).status).toBe(429)
  })
})
describe('two people with one phone', () => {
  it('who publish at the same moment are not both shown', async () => {
    const first = await insertProduct(test.db)
    const second = await kofis()
    const hash = test.secrets.digest('imei', IMEI)
    const storeFirst = async (tx: Database) => {
      await lockImei(tx, hash)
      await upsertImei(tx, first, hash)
    }
    await inTheMiddleOf(test.db, storeFirst, () => store(kofi, second))
    expect(await statusOf(second)).toBe('held')
  })

  it('do not hold the first listing by the one that waits already', async () => {
    const [first, second] = [await insertProduct(test.db), await kofis()]
    await store(ama, first)
    await store(kofi, second)
    await store(ama, first)
    expect([await statusOf(first), await statusOf(second)]).toEqual(['available', 'held'])
  })
})

it('says nothing of a listing that is not shown', async () => {
  const draft = await insertProduct(test.db, { status: 'draft' })
  await store(ama, draft)
  expect(await check(IMEI, draft)).toBe('none')
  expect(await check(OTHER, draft)).toBe('none')
})

it('is deleted when the goods are no phone any more', async () => {
  const id = await insertProduct(test.db, { category_id: 'mobile' })
  await store(ama, id)
  await test.db.updateTable('products').set({ category_id: 'fashion' }).where('id', '=', id).execute()
  expect(await test.db.selectFrom('product_imeis').selectAll().execute()).toEqual([])
})

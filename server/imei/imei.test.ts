import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { isImei, plainImei } from '#contract/imei/imei-digits.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { createMarket } from '#testing/accounts/accounts.ts'
import type { TestClient } from '#testing/anonymous-client.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { inTheMiddleOf } from '#testing/in-the-middle.ts'
import { insertProduct } from '#testing/market/products.ts'
import { call, insertConversation } from '#testing/market/selling.ts'
import { setUp, setUpClient } from '#testing/set-up.ts'
import { lockImei, upsertImei } from './queries.ts'

const IMEI = '490154203237518'
const OTHER = '356938035643809'

const test = setUp(createMarket)
const ama = setUpClient(test, 'ama')
const kofi = setUpClient(test, 'kofi')
beforeEach(async () => {
  await test.db
    .updateTable('profiles')
    .set({ phone: null, phone_verified: false, created_at: new Date().toISOString() })
    .execute()
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
  it('has 15 digits with a valid check digit, and may have spaces or dashes', () => {
    expect(isImei(plainImei('49-015420-323751-8'))).toBe(true)
    expect(isImei(plainImei('35 693803 564380 9'))).toBe(true)
    expect(isImei('490154203237519')).toBe(false)
    expect(isImei('49015420323751')).toBe(false)
    expect(isImei('000000000000000')).toBe(false)
  })

  it('is stored only as a keyed hash and can be removed by its seller only', async () => {
    const id = await insertProduct(test.db)
    expect(await store(ama, id, '49 015420 323751 8')).toEqual({ isStored: true })
    const row = await test.db.selectFrom('product_imeis').selectAll().executeTakeFirstOrThrow()
    expect(row.imei_hash).toHaveLength(32)
    expect(await store(ama, id, null)).toEqual({ isStored: false })
    expect((await kofi.send('PUT', `/api/selling/products/${id}/imei`, { imei: IMEI })).status).toBe(404)
    expect((await ama.send('PUT', `/api/selling/products/${id}/imei`, { imei: '12345' })).status).toBe(422)
  })

  it('holds the later listing if two people have the phone for sale', async () => {
    const first = await insertProduct(test.db)
    const second = await kofis()
    await store(ama, first)
    await store(kofi, second)
    expect([await statusOf(first), await statusOf(second)]).toEqual(['available', 'held'])
    expect(await reasons()).toEqual(['imei-of-another'])
  })

  it('can be listed by its new owner after a sale', async () => {
    const first = await insertProduct(test.db)
    await store(ama, first)
    await test.db.updateTable('products').set({ status: 'sold' }).where('id', '=', first).execute()
    const second = await kofis()
    await store(kofi, second)
    expect(await statusOf(second)).toBe('available')
  })
})

const report = async (by: TestClient, policeReport = 'Osu 112/26') =>
  (
    await call<{ phones: { id: string; policeReport: string }[] }>(by, 'POST', '/api/stolen-phones', {
      imei: IMEI,
      policeReport,
    })
  ).phones[0]!.id
const known = { phone_verified: true, created_at: '2020-01-01T00:00:00Z' }
const makeKnown = (id: string, change: object = {}) =>
  test.db
    .updateTable('profiles')
    .set({ phone: `+23310000${id === PEOPLE.ama.id ? '1001' : '1002'}`, ...known, ...change })
    .where('id', '=', id)
    .execute()
/** A sale by Esi of a phone that Ama bought or wrote about. */
async function soldOnce(change: object = {}) {
  const id = await insertProduct(test.db, { seller_id: PEOPLE.esi.id })
  await test.db
    .insertInto('product_imeis')
    .values({ product_id: id, imei_hash: test.secrets.digest('imei', IMEI) })
    .execute()
  await test.db
    .updateTable('products')
    .set({ status: 'sold', ...change })
    .where('id', '=', id)
    .execute()
  return id
}

describe('a report of a stolen phone', () => {
  it('is only flagged for moderators if it comes from an unknown person', async () => {
    await makeKnown(PEOPLE.ama.id)
    const listed = await kofis()
    await store(kofi, listed)
    await report(ama)
    const later = await kofis()
    await store(kofi, later)
    expect([await statusOf(listed), await statusOf(later)]).toEqual(['available', 'available'])
    expect(await reasons()).toEqual(['imei-reported', 'imei-reported'])
    expect(await test.db.selectFrom('cases').select('target_id').execute()).toHaveLength(2)
    expect(await check(IMEI)).toBe('stolen')
  })

  it.each([
    ['bought it here', async () => void (await soldOnce({ buyer_id: PEOPLE.ama.id }))],
    [
      'wrote about it here',
      async () =>
        void (await insertConversation(test.db, {
          productId: await soldOnce(),
          people: [PEOPLE.esi.id, PEOPLE.ama.id],
          senders: [PEOPLE.ama.id],
        })),
    ],
  ])('holds earlier and later listings if the reporter %s', async (_, arrange) => {
    await makeKnown(PEOPLE.ama.id)
    await arrange()
    const listed = await kofis()
    await store(kofi, listed)
    await report(ama)
    const later = await kofis()
    await store(kofi, later)
    expect([await statusOf(listed), await statusOf(later)]).toEqual(['held', 'held'])
    expect(new Set(await reasons())).toEqual(new Set(['imei-stolen']))
  })

  it.each([
    ['without a verified phone', { phone_verified: false }],
    ['with a new account', { created_at: new Date().toISOString() }],
  ])('does not hold a listing if the reporter is a buyer %s', async (_, change) => {
    await makeKnown(PEOPLE.ama.id, change)
    await soldOnce({ buyer_id: PEOPLE.ama.id })
    const listed = await kofis()
    await store(kofi, listed)
    await report(ama)
    expect([await statusOf(listed), await reasons()]).toEqual(['available', ['imei-reported']])
  })

  it('does not hold a listing because of the reporter’s later listing or messages', async () => {
    await makeKnown(PEOPLE.ama.id)
    await makeKnown(PEOPLE.kofi.id)
    const listed = await kofis()
    await store(kofi, listed)
    await insertConversation(test.db, {
      productId: listed,
      people: [PEOPLE.kofi.id, PEOPLE.ama.id],
      senders: [PEOPLE.ama.id],
    })
    await store(ama, await insertProduct(test.db))
    await report(ama)
    expect(await statusOf(listed)).toBe('available')
  })

  it('notifies the seller at once and restores the listing when it is withdrawn', async () => {
    await test.db.deleteFrom('notifications').execute()
    await makeKnown(PEOPLE.ama.id)
    await soldOnce({ buyer_id: PEOPLE.ama.id })
    const listed = await kofis()
    await store(kofi, listed)
    const id = await report(ama)
    const toKofi = async () =>
      await test.db
        .selectFrom('notifications')
        .select(['content', 'action_url'])
        .where('user_id', '=', PEOPLE.kofi.id)
        .orderBy('created_at', 'desc')
        .executeTakeFirstOrThrow()
    const { content, action_url } = await toKofi()
    expect(content).toContain('reported it stolen')
    expect(action_url).toBe(`/edit-product/${listed}`)
    expect((await kofi.send('DELETE', `/api/stolen-phones/${id}`)).status).toBe(404)
    await call(ama, 'DELETE', `/api/stolen-phones/${id}`)
    expect([await statusOf(listed), await reasons(), await check(IMEI)]).toEqual(['available', [], 'none'])
    expect((await toKofi()).content).toContain('is online again')
  })

  it('does not hide a listing that a moderator approved', async () => {
    await makeKnown(PEOPLE.ama.id)
    await soldOnce({ buyer_id: PEOPLE.ama.id })
    await report(ama)
    const listed = await kofis()
    const decision = { action: 'approve', target_kind: 'product', target_id: listed }
    await test.db
      .insertInto('decisions')
      .values({ ...decision, subject_id: PEOPLE.kofi.id, moderator_id: PEOPLE.esi.id })
      .execute()
    await store(kofi, listed)
    expect(await statusOf(listed)).toBe('available')
  })

  it.each(['abc', '1', 'police', '1111', '$$12/26'])(
    'requires a police number and refuses "%s"',
    async (policeReport) => {
      const reply = await ama.send('POST', '/api/stolen-phones', { imei: IMEI, policeReport })
      expect(reply.status).toBe(422)
    },
  )

  it.each(['Osu 112/26', 'ACC/OSU/D/0112/2026', '20261112'])(
    'accepts the police number "%s"',
    async (policeReport) => {
      await report(ama, policeReport)
      expect(await check(IMEI)).toBe('stolen')
    },
  )
})

describe('a buyer’s IMEI check', () => {
  it('shows whether the phone matches the listing', async () => {
    const id = await insertProduct(test.db)
    expect(await check(IMEI, id)).toBe('none')
    await store(ama, id)
    expect(await check(IMEI, id)).toBe('match')
    expect(await check(OTHER, id)).toBe('other')
  })

  it('is limited to twenty a day', async () => {
    for (let checked = 0; checked < 20; checked++) await check(OTHER)
    expect((await kofi.send('POST', '/api/imei-checks', { imei: OTHER })).status).toBe(429)
  })
})
describe('two listings with the same IMEI', () => {
  it('do not hide the later one if its seller is known', async () => {
    await makeKnown(PEOPLE.kofi.id)
    await makeKnown(PEOPLE.ama.id, { phone_verified: false })
    await store(ama, await insertProduct(test.db))
    const second = await kofis()
    await store(kofi, second)
    expect([await statusOf(second), await reasons()]).toEqual(['available', ['imei-of-another']])
  })

  it('are not both shown if they are published at the same moment', async () => {
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

  it.each([
    ['the listing', 'products', (id: string) => store(ama, id)],
    ['the report', 'stolen_phones', (id: string) => kofi.send('DELETE', `/api/stolen-phones/${id}`)],
  ] as const)('lock the IMEI before %s', async (_, table, act) => {
    const listing = await insertProduct(test.db)
    const { phones } = await call<{ phones: { id: string }[] }>(kofi, 'POST', '/api/stolen-phones', {
      imei: IMEI,
      policeReport: 'Osu 112/26',
    })
    const id = table === 'products' ? listing : (phones[0]?.id ?? '')
    const isNumberLocked = async (tx: Database) =>
      (
        await sql`
          select from pg_locks where locktype = 'advisory' and granted and objsubid = 2
            and database = (select oid from pg_database where datname = current_database())`.execute(tx)
      ).rows.length > 0
    let acting: Promise<unknown> | undefined
    await test.db.transaction().execute(async (tx) => {
      await tx.selectFrom(table).select('id').where('id', '=', id).forUpdate().execute()
      acting = act(id)
      await expect.poll(() => isNumberLocked(tx)).toBe(true)
    })
    await acting
  })

  it('keep the first one visible when it is saved again', async () => {
    const [first, second] = [await insertProduct(test.db), await kofis()]
    await store(ama, first)
    await store(kofi, second)
    await store(ama, first)
    expect([await statusOf(first), await statusOf(second)]).toEqual(['available', 'held'])
  })
})

it('an IMEI check reveals nothing about a draft', async () => {
  const draft = await insertProduct(test.db, { status: 'draft' })
  await store(ama, draft)
  expect(await check(IMEI, draft)).toBe('none')
  expect(await check(OTHER, draft)).toBe('none')
})

it('an IMEI is deleted when the product leaves the phone category', async () => {
  const id = await insertProduct(test.db, { category_id: 'mobile' })
  await store(ama, id)
  await test.db.updateTable('products').set({ category_id: 'fashion' }).where('id', '=', id).execute()
  expect(await test.db.selectFrom('product_imeis').selectAll().execute()).toEqual([])
})

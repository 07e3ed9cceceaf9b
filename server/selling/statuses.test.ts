import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OwnProduct } from '#contract/selling.ts'
import { insertAccounts, signIn } from '#testing/accounts.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import type { Visitor } from '#testing/visitor.ts'
import { PEOPLE } from '#testing/people.ts'
import { insertProduct } from '#testing/products.ts'
import { codeOf } from '#testing/replies.ts'
import { call, insertConversation } from '#testing/selling.ts'

const { ama: AMA, kofi: KOFI, esi: ESI } = PEOPLE

let test: TestApp
let ama: Visitor
let id: string
beforeAll(async () => {
  test = await createTestApp()
  await insertAccounts(test.db)
  ama = await signIn(test, 'ama')
})
afterAll(() => test.close())
beforeEach(async () => {
  await test.db.deleteFrom('products').execute()
  await test.db.deleteFrom('conversations').execute()
  await test.db.deleteFrom('rate_limits').execute()
  id = await insertProduct(test.db)
})

const ask = (body: object, by = ama, product = id) =>
  by.send('PUT', `/api/selling/products/${product}/status`, body)
const set = (body: object) => call<OwnProduct>(ama, 'PUT', `/api/selling/products/${id}/status`, body)
const talk = (person: string, senders: string[], productId = id) =>
  insertConversation(test.db, { productId, people: [AMA.id, person], senders })

const changedAt = async () =>
  (await test.db.selectFrom('products').select('status_changed_at').executeTakeFirstOrThrow())
    .status_changed_at

describe('a listing', () => {
  it.each([
    ['available', 'reserved'],
    ['available', 'sold'],
    ['reserved', 'sold'],
    ['reserved', 'available'],
    ['sold', 'available'],
    ['sold', 'reserved'],
  ])('that is %s becomes %s, and its texts keep their version', async (from, status) => {
    const since = '2026-01-02T03:04:05.000Z'
    await test.db.updateTable('products').set({ status: from, status_changed_at: since }).execute()
    expect(await set({ status })).toMatchObject({ status, version: 1, buyer: null })
    expect(await changedAt()).not.toBe(since)
  })

  it('stays as it is when nothing changes', async () => {
    const since = '2026-01-02T03:04:05.000Z'
    await test.db.updateTable('products').set({ status_changed_at: since, updated_at: since }).execute()
    expect(await set({ status: 'available' })).toMatchObject({ status: 'available', updatedAt: since })
    expect(await changedAt()).toBe(since)
  })

  it('has a buyer as long as it is taken', async () => {
    await talk(KOFI.id, [KOFI.id])
    await talk(ESI.id, [ESI.id, AMA.id])
    const kofi = { id: KOFI.id, name: 'Kofi Boateng' }
    const reserved = await set({ status: 'reserved', buyerId: KOFI.id })
    expect(reserved).toMatchObject({ status: 'reserved', buyer: kofi })
    // To whom it was promised it is sold, unless told otherwise.
    expect(await set({ status: 'sold' })).toMatchObject({ status: 'sold', buyer: kofi })
    const since = await changedAt()
    expect(await set({ status: 'sold', buyerId: ESI.id })).toMatchObject({ buyer: { id: ESI.id } })
    expect(await set({ status: 'sold', buyerId: null })).toMatchObject({ buyer: null })
    expect(await changedAt()).toBe(since)
    await set({ status: 'sold', buyerId: ESI.id })
    expect(await set({ status: 'available', buyerId: ESI.id })).toMatchObject({ buyer: null })
  })

  it('is sold to nobody but those who wrote about it', async () => {
    const other = await insertProduct(test.db)
    await talk(KOFI.id, [KOFI.id], other)
    // Esi only got a message.
    await talk(ESI.id, [AMA.id])
    for (const buyerId of [KOFI.id, ESI.id, AMA.id, id]) {
      expect(await codeOf(await ask({ status: 'sold', buyerId }))).toBe('buyer-unknown')
    }
    expect(await set({ status: 'available' })).toMatchObject({ status: 'available' })
  })

  it('is the owner’s alone, and no draft', async () => {
    const esi = await signIn(test, 'esi')
    expect(await codeOf(await ask({ status: 'sold' }, esi))).toBe('product-not-found')
    const draft = await insertProduct(test.db, { status: 'draft' })
    expect(await codeOf(await ask({ status: 'available' }, ama, draft))).toBe('not-published')
    expect((await ask({ status: 'draft' })).status).toBe(422)
  })
})

describe('the interested', () => {
  const interested = async (by = ama) => {
    const reply = await by.send('GET', `/api/selling/products/${id}/interested`)
    return ((await reply.json()) as { people: { name: string }[] }).people
  }

  it('are those who wrote, the last writer first', async () => {
    expect(await interested()).toEqual([])
    const writers = await test.db
      .insertInto('profiles')
      .values([{ username: 'yaw' }, { full_name: 'Akua Addo' }])
      .returning('id')
      .execute()
    for (const writer of writers) await talk(writer.id, [writer.id])
    await talk(KOFI.id, [AMA.id, AMA.id, KOFI.id, AMA.id])
    await talk(ESI.id, [AMA.id, AMA.id])
    const people = await interested()
    expect(people.map(({ name }) => name).toSorted()).toEqual(['Akua Addo', 'Kofi Boateng', 'yaw'])
    expect(people[0]).toEqual({ id: KOFI.id, name: 'Kofi Boateng', avatar: null })
  })

  it('are fifty at most', async () => {
    const names = Array.from({ length: 52 }, (_, place) => ({ username: `writer${place}` }))
    const people = await test.db.insertInto('profiles').values(names).returning('id').execute()
    for (const person of people) await talk(person.id, [person.id])
    expect(await interested()).toHaveLength(50)
  })

  it('are known to the owner alone', async () => {
    await talk(KOFI.id, [KOFI.id])
    const reply = await (await signIn(test, 'kofi')).send('GET', `/api/selling/products/${id}/interested`)
    expect(await codeOf(reply)).toBe('product-not-found')
  })
})

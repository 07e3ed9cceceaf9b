import { beforeEach, describe, expect, it } from 'vitest'
import { createMarket, signIn } from '#testing/accounts/accounts.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { insertProduct } from '#testing/market/products.ts'
import { codeOf } from '#testing/replies.ts'
import { insertConversation, listingForm, setStatus, statusesOf } from '#testing/market/selling.ts'
import { setUp, setUpClient } from '#testing/set-up.ts'

const { ama: AMA, kofi: KOFI, esi: ESI } = PEOPLE

const test = setUp(createMarket)
const ama = setUpClient(test, 'ama')
let id: string
beforeEach(async () => {
  await test.db.deleteFrom('products').execute()
  await test.db.deleteFrom('conversations').execute()
  await test.db.deleteFrom('rate_limits').execute()
  id = await insertProduct(test.db)
})

const change = (body: object, by = ama, product = id) =>
  by.send('PUT', `/api/selling/products/${product}/status`, { version: 1, ...body })
const set = (wanted: { status: string; buyerId?: string | null }) => setStatus(ama, id, wanted)
const insertConversationWith = (person: string, senders: string[], productId = id) =>
  insertConversation(test.db, { productId, people: [AMA.id, person], senders })

const changedAt = async () =>
  (await test.db.selectFrom('products').select('status_changed_at').executeTakeFirstOrThrow())
    .status_changed_at

describe('the status of a listing', () => {
  it.each([
    ['available', 'reserved'],
    ['available', 'sold'],
    ['reserved', 'sold'],
    ['reserved', 'available'],
    ['sold', 'available'],
    ['sold', 'reserved'],
  ])('changes from %s to %s with a new version', async (from, status) => {
    const since = '2026-01-02T03:04:05.000Z'
    await test.db.updateTable('products').set({ status: from, status_changed_at: since }).execute()
    expect(await set({ status })).toMatchObject({ status, version: 2, buyer: null })
    expect(await changedAt()).not.toBe(since)
  })

  it('stays the same if nothing changes', async () => {
    const since = '2026-01-02T03:04:05.000Z'
    await test.db.updateTable('products').set({ status_changed_at: since, updated_at: since }).execute()
    const same = { status: 'available', version: 1, updatedAt: since }
    expect(await set({ status: 'available' })).toMatchObject(same)
    expect(await changedAt()).toBe(since)
  })

  it('includes a buyer while it is reserved or sold', async () => {
    await insertConversationWith(KOFI.id, [KOFI.id])
    await insertConversationWith(ESI.id, [ESI.id, AMA.id])
    const kofi = { id: KOFI.id, name: 'Kofi Boateng' }
    const reserved = await set({ status: 'reserved', buyerId: KOFI.id })
    expect(reserved).toMatchObject({ status: 'reserved', buyer: kofi })
    // It is sold to the person it was reserved for unless another is named.
    expect(await set({ status: 'sold' })).toMatchObject({ status: 'sold', buyer: kofi })
    const since = await changedAt()
    expect(await set({ status: 'sold', buyerId: ESI.id })).toMatchObject({ buyer: { id: ESI.id } })
    expect(await set({ status: 'sold', buyerId: null })).toMatchObject({ buyer: null })
    expect(await changedAt()).toBe(since)
    await set({ status: 'sold', buyerId: ESI.id })
    expect(await set({ status: 'available', buyerId: ESI.id })).toMatchObject({ buyer: null })
  })

  it('accepts only buyers who wrote about the listing', async () => {
    const other = await insertProduct(test.db)
    await insertConversationWith(KOFI.id, [KOFI.id], other)
    // Esi only received a message.
    await insertConversationWith(ESI.id, [AMA.id])
    for (const buyerId of [KOFI.id, ESI.id, AMA.id, id]) {
      expect(await codeOf(await change({ status: 'sold', buyerId }))).toBe('buyer-unknown')
    }
    expect(await set({ status: 'available' })).toMatchObject({ status: 'available' })
  })

  it('can be changed by the owner only, and not for drafts', async () => {
    const esi = await signIn(test, 'esi')
    expect(await codeOf(await change({ status: 'sold' }, esi))).toBe('product-not-found')
    const draft = await insertProduct(test.db, { status: 'draft' })
    expect(await codeOf(await change({ status: 'available' }, ama, draft))).toBe('not-published')
    expect((await change({ status: 'draft' })).status).toBe(422)
  })
})

describe('two decisions about one listing', () => {
  const decide = (version: number, wanted: object) => change({ version, ...wanted })
  const notificationsOf = async (person: string) => {
    await test.jobs.settled()
    const rows = await test.db
      .selectFrom('notifications')
      .select('content')
      .where('user_id', '=', person)
      .where('type', '<>', 'message')
      .execute()
    return rows.map(({ content }) => content)
  }
  beforeEach(async () => {
    await test.db.deleteFrom('notifications').execute()
    await insertConversationWith(KOFI.id, [KOFI.id])
    await insertConversationWith(ESI.id, [ESI.id])
  })

  it('sell it once to one person, and the other gets the current state', async () => {
    const buyers = [KOFI.id, ESI.id]
    const replies = await Promise.all(buyers.map((buyerId) => decide(1, { status: 'sold', buyerId })))
    expect(statusesOf(replies)).toEqual([200, 409])
    const won = replies.findIndex(({ ok }) => ok)
    expect(await replies[1 - won]?.json()).toMatchObject({
      error: {
        code: 'changed-elsewhere',
        message: 'This listing was changed elsewhere, so we changed nothing.',
        current: { status: 'sold', version: 2, buyer: [KOFI, ESI][won]?.full_name },
      },
    })
    expect(await notificationsOf(buyers[won] ?? '')).toHaveLength(1)
    expect(await notificationsOf(buyers[1 - won] ?? '')).toEqual([])
    expect(await notificationsOf(AMA.id)).toHaveLength(1)
  })

  it('are all accepted if they are the same, as after a lost reply', async () => {
    const sale = { status: 'sold', buyerId: KOFI.id }
    const replies = await Promise.all([decide(1, sale), decide(1, sale), decide(1, sale)])
    expect(statusesOf(replies)).toEqual([200, 200, 200])
    expect(await notificationsOf(KOFI.id)).toHaveLength(1)
  })

  it.each([
    [{ status: 'available' }, 'reserved'],
    [{ status: 'reserved', buyerId: ESI.id }, 'reserved'],
    [{ status: 'sold' }, 'reserved'],
  ])('are in order: a later %j needs the newest version', async (wanted, stays) => {
    await set({ status: 'reserved', buyerId: KOFI.id })
    expect(await codeOf(await decide(1, wanted))).toBe('changed-elsewhere')
    expect(await set({ status: stays })).toMatchObject({ status: 'reserved', buyer: { id: KOFI.id } })
    expect((await decide(2, wanted)).status).toBe(200)
  })

  it('refuse an edit from before the sale', async () => {
    await set({ status: 'sold', buyerId: KOFI.id })
    const edit = await ama.send('PUT', `/api/selling/products/${id}`, { version: 1, form: listingForm() })
    expect(await codeOf(edit)).toBe('edited-elsewhere')
  })

  it('need the version they are based on', async () => {
    expect((await change({ version: undefined, status: 'sold' })).status).toBe(422)
  })
})

describe('the interested people', () => {
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
    for (const writer of writers) await insertConversationWith(writer.id, [writer.id])
    await insertConversationWith(KOFI.id, [AMA.id, AMA.id, KOFI.id, AMA.id])
    await insertConversationWith(ESI.id, [AMA.id, AMA.id])
    const people = await interested()
    expect(people.map(({ name }) => name).toSorted()).toEqual(['Akua Addo', 'Kofi Boateng', 'yaw'])
    expect(people[0]).toEqual({ id: KOFI.id, name: 'Kofi Boateng', avatar: null })
  })

  it('are fifty at most', async () => {
    const names = Array.from({ length: 52 }, (_, index) => ({ username: `writer${index}` }))
    const people = await test.db.insertInto('profiles').values(names).returning('id').execute()
    for (const person of people) await insertConversationWith(person.id, [person.id])
    expect(await interested()).toHaveLength(50)
  })

  it('are visible to the owner only', async () => {
    await insertConversationWith(KOFI.id, [KOFI.id])
    const reply = await (await signIn(test, 'kofi')).send('GET', `/api/selling/products/${id}/interested`)
    expect(await codeOf(reply)).toBe('product-not-found')
  })
})

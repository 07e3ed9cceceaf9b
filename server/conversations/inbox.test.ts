import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { beginConversation, createTestConversations } from '#testing/market/conversations.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { insertPhoto, insertProduct } from '#testing/market/products.ts'
import { refused } from '#testing/replies.ts'
import { setUp } from '#testing/set-up.ts'
import { getConversation, listConversations } from './inbox.ts'
import { openConversation } from '#server/conversations/opening/opening.ts'
import { sendMessage } from './sending.ts'

const { ama, kofi, esi } = PEOPLE
const test = setUp(() => createTestConversations({ messagesAMinute: 1000 }))

beforeEach(async () => {
  await test.db.deleteFrom('rate_limits').execute()
  await test.db.deleteFrom('products').execute()
  await test.db.deleteFrom('conversations').execute()
})

const begin = (title: string) => beginConversation(test, { title })
const say = (person: { id: string }, conversationId: string, content: string) =>
  sendMessage(test.ctx, {
    senderId: person.id,
    conversationId,
    clientKey: crypto.randomUUID(),
    content,
    photo: null,
  })
const list = (person: { id: string }, query: { cursor?: string; search?: string } = {}) =>
  listConversations(test.ctx, { userId: person.id, ...query })
const titles = async (search?: string, person: { id: string } = ama) =>
  (await list(person, { search })).items.map(({ product }) => product.title)
/** Inserts conversations between Ama and Kofi, each with some messages. */
const insertMany = (count: number, messages: number) =>
  sql`
    with product as (
      insert into products (title, price, region, place_id, seller_id)
      select 'Item ' || n, 5, 'Ashanti', (select id from places limit 1), ${ama.id}
      from generate_series(1, ${count}::int) n returning id, title
    ),
    added as (
      insert into conversations (product_id, product_title, first_person, second_person, last_seq)
      select id, title, least(${ama.id}::uuid, ${kofi.id}::uuid), greatest(${ama.id}::uuid, ${kofi.id}::uuid), ${messages}::int
      from product returning id
    ),
    participants as (
      insert into conversation_participants (conversation_id, user_id)
      select added.id, person.id from added, (values (${ama.id}::uuid), (${kofi.id}::uuid)) as person (id)
    )
    insert into messages (conversation_id, seq, sender_id, client_key, content)
    select added.id, n, ${kofi.id}, gen_random_uuid(), 'Message ' || n from added, generate_series(1, ${messages}::int) n`.execute(
    test.db,
  )

describe('the conversation list', () => {
  it('shows product, other person and last message, newest first', async () => {
    const product = await insertProduct(test.db, { title: 'Office chair', price: 250 })
    await insertPhoto(test.db, product)
    const chair = (await openConversation(test.ctx, { userId: kofi.id, productId: product })).id
    const phone = await begin('Galaxy phone')
    expect((await list(kofi)).items[0]).toMatchObject({ id: phone, lastMessage: null, lastSeq: 0, unread: 0 })
    await say(kofi, chair, `Good morning ${'x'.repeat(400)}`)
    const { items, nextCursor } = await list(ama)
    expect(nextCursor).toBeNull()
    expect(items.map(({ id }) => id)).toEqual([chair, phone])
    expect(items[0]).toMatchObject({
      product: { id: product, title: 'Office chair', price: 250, status: 'available' },
      other: { id: kofi.id, name: 'Kofi Boateng', avatar: null },
      lastMessage: { text: `Good morning ${'x'.repeat(187)}`, hasPhoto: false, isOwn: false },
      unread: 1,
    })
    expect(items[0]?.product.photo?.src).toMatch(/^\/photos\/product-images\//)
    expect((await list(kofi)).items[0]).toMatchObject({ lastMessage: { isOwn: true }, lastSeq: 1, unread: 0 })
    expect((await list(esi)).items).toEqual([])
  })

  it('has pages without gaps and refuses invalid cursors', async () => {
    await insertMany(75, 1)
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await list(ama, { cursor })
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(new Set(seen).size).toBe(75)
    for (const hostile of ['x', "' or 1=1 --", `2026-02-31T00:00:00.000Z_${ama.id}`, '%00'])
      await expect(list(ama, { cursor: hostile })).rejects.toThrow(refused('invalid-input'))
  })

  it('finds title, name and text in the person’s own conversations only', async () => {
    const chair = await begin('Office chair')
    const phone = await begin('Galaxy 100% phone_x')
    await say(kofi, chair, 'Can you deliver to Kumasi?')
    await say(ama, phone, 'It comes with a charger')
    await say(ama, phone, 'Good night')
    expect(await titles('OFFICE')).toEqual(['Office chair'])
    expect(await titles('kumasi')).toEqual(['Office chair'])
    expect(await titles('charger', kofi)).toEqual(['Galaxy 100% phone_x'])
    expect(await titles('boateng')).toHaveLength(2)
    expect(await titles('mensah')).toEqual([])
    expect(await titles('100%')).toEqual(['Galaxy 100% phone_x'])
    expect(await titles('%')).toEqual(['Galaxy 100% phone_x'])
    expect(await titles('e_x')).toEqual(['Galaxy 100% phone_x'])
    expect(await titles('\\')).toEqual([])
    expect(await titles("' or true --")).toEqual([])
    expect(await titles('charger', esi)).toEqual([])
  })

  it('searches page by page without repeating conversations', async () => {
    await insertMany(70, 20)
    const first = await list(ama, { search: 'message 7' })
    expect(first.items).toHaveLength(30)
    const second = await list(ama, { search: 'message 7', cursor: first.nextCursor ?? '' })
    expect(second.items).toHaveLength(30)
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(60)
  })
})

describe('a conversation', () => {
  it('shows each person their own view', async () => {
    const id = await begin('Office chair')
    await say(kofi, id, 'Hello')
    expect(await getConversation(test.ctx, { userId: ama.id, conversationId: id })).toEqual({
      id,
      product: {
        id: expect.any(String) as string,
        title: 'Office chair',
        price: 1800,
        status: 'available',
        photo: null,
      },
      isSeller: true,
      isBlocked: false,
      isBanned: false,
      priceType: 'negotiable',
      category: 'mobile',
      town: 'Osu',
      agreement: null,
      review: null,
      offersLeft: 3,
      isPromised: false,
      other: { id: kofi.id, name: 'Kofi Boateng', avatar: null },
      presence: { isOnline: true, lastSeenAt: null },
    })
    const ofKofi = await getConversation(test.ctx, { userId: kofi.id, conversationId: id })
    expect(ofKofi).toMatchObject({ isSeller: false, other: { name: 'Ama Mensah' } })
  })

  it('is accessible to its two people only', async () => {
    const id = await begin('Office chair')
    await expect(getConversation(test.ctx, { userId: esi.id, conversationId: id })).rejects.toThrow(
      refused('conversation-access-denied'),
    )
    await expect(
      getConversation(test.ctx, { userId: ama.id, conversationId: crypto.randomUUID() }),
    ).rejects.toThrow(refused('conversation-not-found'))
  })

  it('follows its product’s title and keeps it when the product is deleted', async () => {
    const id = await begin('Office chair')
    await test.db.updateTable('products').set({ title: 'Oak chair' }).execute()
    expect(await titles('oak')).toEqual(['Oak chair'])
    await test.db.deleteFrom('products').execute()
    expect((await getConversation(test.ctx, { userId: kofi.id, conversationId: id })).product).toEqual({
      id: null,
      title: 'Oak chair',
      price: null,
      status: null,
      photo: null,
    })
  })
})

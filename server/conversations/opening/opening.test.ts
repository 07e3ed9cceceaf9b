import { beforeEach, describe, expect, it } from 'vitest'
import { NEW_CONVERSATIONS_A_DAY } from '#contract/limits.ts'
import { createTestConversations } from '#testing/market/conversations.ts'
import { makeTrusted, PEOPLE } from '#testing/accounts/people.ts'
import { insertProduct } from '#testing/market/products.ts'
import { refused } from '#testing/replies.ts'
import { setUp } from '#testing/set-up.ts'
import { openConversation, requireParticipant } from './opening.ts'

const { ama, kofi, esi } = PEOPLE
const test = setUp(createTestConversations)

beforeEach(async () => {
  await test.db.deleteFrom('rate_limits').execute()
})

const open = (person: { id: string }, productId: string) =>
  openConversation(test.ctx, { userId: person.id, productId })
const countOf = async (table: 'conversations' | 'conversation_participants') =>
  (await test.db.selectFrom(table).selectAll().execute()).length

describe('opening a conversation', () => {
  it('creates it once and returns it from then on', async () => {
    const product = await insertProduct(test.db)
    const first = await open(kofi, product)
    expect(first.isNew).toBe(true)
    expect(await open(kofi, product)).toEqual({ id: first.id, isNew: false })
    const ofEsi = await open(esi, product)
    expect(ofEsi).toMatchObject({ isNew: true })
    expect(ofEsi.id).not.toBe(first.id)
    expect(await requireParticipant(test.ctx, { userId: ama.id, conversationId: first.id })).toEqual({
      otherId: kofi.id,
    })
  })

  it('creates one conversation for twenty simultaneous calls', async () => {
    const product = await insertProduct(test.db)
    const [conversations, participants] = [
      await countOf('conversations'),
      await countOf('conversation_participants'),
    ]
    const opened = await Promise.all(Array.from({ length: 20 }, () => open(kofi, product)))
    expect(new Set(opened.map(({ id }) => id)).size).toBe(1)
    expect(opened.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(await countOf('conversations')).toBe(conversations + 1)
    expect(await countOf('conversation_participants')).toBe(participants + 2)
  })

  it('is refused with oneself and about hidden products', async () => {
    const product = await insertProduct(test.db)
    const draft = await insertProduct(test.db, { status: 'draft' })
    await expect(open(ama, product)).rejects.toThrow(refused('cannot-message-yourself'))
    await expect(open(kofi, draft)).rejects.toThrow(refused('product-not-found'))
    await expect(open(kofi, crypto.randomUUID())).rejects.toThrow(refused('product-not-found'))
  })

  it('is refused about a sold product unless the conversation exists', async () => {
    const product = await insertProduct(test.db)
    const { id } = await open(kofi, product)
    await test.db.updateTable('products').set({ status: 'sold' }).where('id', '=', product).execute()
    await expect(open(esi, product)).rejects.toThrow(refused('product-sold'))
    expect(await open(kofi, product)).toEqual({ id, isNew: false })
  })

  it('allows ten new conversations per hour, and refused ones leave nothing', async () => {
    const products: string[] = []
    for (let count = 0; count < 12; count += 1) products.push(await insertProduct(test.db))
    const [first = '', ...others] = products
    for (let count = 0; count < 15; count += 1) await open(kofi, first)
    const outcomes = await Promise.allSettled(others.map((product) => open(kofi, product)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(9)
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') continue
      expect(outcome.reason).toMatchObject({ code: 'too-many-conversations' })
      const { retryAfterSeconds } = outcome.reason as { retryAfterSeconds: number }
      expect(Math.ceil(retryAfterSeconds / 60)).toBe(60)
    }
    expect((await open(kofi, first)).isNew).toBe(false)
    expect((await open(esi, first)).isNew).toBe(true)
    const about = test.db.selectFrom('conversations').select('id').where('product_id', 'in', products)
    expect(await about.execute()).toHaveLength(11)
  })

  it('allows more new conversations per day to trusted people', async () => {
    await open(kofi, await insertProduct(test.db))
    const setCount = (count: number) =>
      test.db
        .updateTable('rate_limits')
        .set({ count })
        .where('key', 'like', 'conversations-today:%')
        .execute()
    await setCount(NEW_CONVERSATIONS_A_DAY.new)
    const product = await insertProduct(test.db)
    await expect(open(kofi, product)).rejects.toThrow(refused('verify-phone-to-write'))
    await makeTrusted(test.db, 'kofi')
    expect((await open(kofi, product)).isNew).toBe(true)
    await setCount(NEW_CONVERSATIONS_A_DAY.trusted)
    const another = await insertProduct(test.db)
    await expect(open(kofi, another)).rejects.toThrow(refused('too-many-conversations-today'))
    expect((await open(kofi, product)).isNew).toBe(false)
  })
})

describe('requireParticipant', () => {
  it('accepts the two people and nobody else', async () => {
    const { id } = await open(kofi, await insertProduct(test.db))
    const participant = (userId: string, conversationId = id) =>
      requireParticipant(test.ctx, { userId, conversationId })
    expect(await participant(kofi.id)).toEqual({ otherId: ama.id })
    await expect(participant(esi.id)).rejects.toThrow(refused('conversation-access-denied'))
    await expect(participant(kofi.id, crypto.randomUUID())).rejects.toThrow(refused('conversation-not-found'))
  })
})

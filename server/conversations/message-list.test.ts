import { beforeEach, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { beginConversation, createTestConversations } from '#testing/market/conversations.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { refused } from '#testing/replies.ts'
import { setUp } from '#testing/set-up.ts'
import { countUnreadConversations } from './inbox.ts'
import { listMessages, markRead, setReaction } from './message-list.ts'
import { sendMessage } from './sending.ts'

const { ama, kofi, esi } = PEOPLE
const test = setUp(() => createTestConversations({ messagesAMinute: 1000 }))
let id: string

beforeEach(async () => {
  await test.db.deleteFrom('rate_limits').execute()
  await test.db.deleteFrom('conversations').execute()
  id = await beginConversation(test)
  test.emitted.length = 0
})

const send = (person: { id: string }, content = 'Hello') =>
  sendMessage(test.ctx, {
    senderId: person.id,
    conversationId: id,
    clientKey: crypto.randomUUID(),
    content,
    photo: null,
  })
const nowhere = crypto.randomUUID()

/** Inserts messages of Kofi's, as if he had written for years. */
const insertMany = (count: number) =>
  sql`
    with numbered as (
      insert into messages (conversation_id, seq, sender_id, client_key, content)
      select ${id}, n, ${kofi.id}, gen_random_uuid(), 'Message ' || n from generate_series(1, ${count}::int) n
    )
    update conversations set last_seq = ${count} where id = ${id}`.execute(test.db)

describe('a page of messages', () => {
  const page = async (start: { before?: string; after?: string } = {}) => {
    const { messages, hasMore } = await listMessages(test.ctx, {
      userId: ama.id,
      conversationId: id,
      ...start,
    })
    return { seqs: [messages[0]?.seq, messages.at(-1)?.seq, messages.length], hasMore }
  }

  it('has the newest messages or continues in either direction', async () => {
    expect(await listMessages(test.ctx, { userId: ama.id, conversationId: id })).toEqual({
      messages: [],
      held: [],
      hasMore: false,
    })
    await insertMany(120)
    expect(await page()).toEqual({ seqs: [71, 120, 50], hasMore: true })
    expect(await page({ before: '71' })).toEqual({ seqs: [21, 70, 50], hasMore: true })
    expect(await page({ before: '21' })).toEqual({ seqs: [1, 20, 20], hasMore: false })
    expect(await page({ after: '0' })).toEqual({ seqs: [1, 50, 50], hasMore: true })
    expect(await page({ after: '70' })).toEqual({ seqs: [71, 120, 50], hasMore: false })
    expect(await page({ after: '120' })).toEqual({ seqs: [undefined, undefined, 0], hasMore: false })
    expect(await page({ after: '999999999' })).toMatchObject({ hasMore: false })
    await expect(page({ before: '5', after: '2' })).rejects.toThrow(refused('invalid-input'))
  })

  it('reads only its own rows of a conversation with 20,000 messages', async () => {
    await insertMany(20_000)
    await sql`analyze messages`.execute(test.db)
    for (const condition of [sql`seq < ${2_147_483_647}`, sql`seq < ${10_000}`]) {
      const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number } }] }>`
        explain (analyze, buffers, format json)
        select * from messages where conversation_id = ${id} and ${condition} order by seq desc limit 51`.execute(
        test.db,
      )
      expect(rows[0]?.['QUERY PLAN'][0].Plan['Shared Hit Blocks']).toBeLessThan(20)
    }
    expect(await page({ before: '10000' })).toEqual({ seqs: [9950, 9999, 50], hasMore: true })
  })

  it('is accessible to the two people only', async () => {
    await expect(listMessages(test.ctx, { userId: esi.id, conversationId: id })).rejects.toThrow(
      refused('conversation-access-denied'),
    )
    await expect(listMessages(test.ctx, { userId: ama.id, conversationId: nowhere })).rejects.toThrow(
      refused('conversation-not-found'),
    )
  })
})

describe('marking as read', () => {
  it('is emitted to both, never goes back, and stops at the newest message', async () => {
    for (let count = 0; count < 3; count += 1) await send(kofi)
    await send(ama)
    test.emitted.length = 0
    const readBy = async () => {
      const { messages } = await listMessages(test.ctx, { userId: kofi.id, conversationId: id })
      return messages.map(({ read }) => read)
    }
    await markRead(test.ctx, { userId: ama.id, conversationId: id, seq: 2 })
    expect(test.emitted[0]).toEqual({
      to: [ama.id, kofi.id],
      event: 'message.read',
      payload: { conversationId: id, userId: ama.id, seq: 2 },
    })
    expect(await readBy()).toEqual([true, true, false, false])
    const emittedBefore = test.emitted.length
    await markRead(test.ctx, { userId: ama.id, conversationId: id, seq: 1 })
    await markRead(test.ctx, { userId: ama.id, conversationId: id, seq: 2 })
    expect(test.emitted).toHaveLength(emittedBefore)
    expect(await countUnreadConversations(test.ctx, { userId: ama.id })).toBe(1)
    await markRead(test.ctx, { userId: ama.id, conversationId: id, seq: 2_000_000_000 })
    expect(await readBy()).toEqual([true, true, true, false])
    expect(await countUnreadConversations(test.ctx, { userId: ama.id })).toBe(0)
    await send(kofi)
    expect(await countUnreadConversations(test.ctx, { userId: ama.id })).toBe(1)
  })

  it('is allowed for the two people only', async () => {
    await expect(markRead(test.ctx, { userId: esi.id, conversationId: id, seq: 1 })).rejects.toThrow(
      refused('conversation-access-denied'),
    )
    await expect(markRead(test.ctx, { userId: ama.id, conversationId: nowhere, seq: 1 })).rejects.toThrow(
      refused('conversation-not-found'),
    )
    expect(test.emitted).toEqual([])
  })

  it('is limited per person', async () => {
    await send(ama)
    await send(kofi)
    const outcomes = await Promise.allSettled(
      Array.from({ length: 300 }, () => markRead(test.ctx, { userId: kofi.id, conversationId: id, seq: 1 })),
    )
    const refusals = outcomes.filter(({ status }) => status === 'rejected')
    expect(refusals.length).toBeGreaterThan(0)
    expect(refusals[0]).toMatchObject({ reason: { code: 'too-many-requests' } })
    await markRead(test.ctx, { userId: ama.id, conversationId: id, seq: 2 })
    expect(await countUnreadConversations(test.ctx, { userId: ama.id })).toBe(0)
  })
})

describe('reacting', () => {
  const reactions = async () =>
    (await listMessages(test.ctx, { userId: ama.id, conversationId: id })).messages[0]?.reactions ?? []

  it('stores one reaction per person, emits it to both, and can be undone', async () => {
    const { id: messageId } = await send(kofi)
    test.emitted.length = 0
    await setReaction(test.ctx, { userId: ama.id, messageId, reaction: 'heart' })
    expect(test.emitted).toEqual([
      {
        to: [ama.id, kofi.id],
        event: 'reaction.changed',
        payload: { conversationId: id, messageId, userId: ama.id, reaction: 'heart' },
      },
    ])
    await setReaction(test.ctx, { userId: kofi.id, messageId, reaction: 'smile' })
    await setReaction(test.ctx, { userId: ama.id, messageId, reaction: 'warning' })
    expect(await reactions()).toEqual([
      { userId: ama.id, reaction: 'warning' },
      { userId: kofi.id, reaction: 'smile' },
    ])
    await setReaction(test.ctx, { userId: ama.id, messageId, reaction: null })
    await setReaction(test.ctx, { userId: ama.id, messageId, reaction: null })
    expect(await reactions()).toEqual([{ userId: kofi.id, reaction: 'smile' }])
  })

  it('emits the stored reaction last after parallel changes', async () => {
    const { id: messageId } = await send(kofi)
    const wanted = ['heart', null, 'smile', 'thumbsup', null, 'thumbsdown'] as const
    await Promise.all(
      wanted.map((reaction) => setReaction(test.ctx, { userId: ama.id, messageId, reaction })),
    )
    const last = test.emitted.at(-1)?.payload as { reaction: string | null }
    expect((await reactions()).map(({ reaction }) => reaction)).toEqual(last.reaction ? [last.reaction] : [])
  })

  it('is allowed for the two people only, and limited', async () => {
    const { id: messageId } = await send(kofi)
    await expect(setReaction(test.ctx, { userId: esi.id, messageId, reaction: 'heart' })).rejects.toThrow(
      refused('conversation-access-denied'),
    )
    await expect(
      setReaction(test.ctx, { userId: ama.id, messageId: nowhere, reaction: 'heart' }),
    ).rejects.toThrow(refused('message-not-found'))
    const outcomes = await Promise.allSettled(
      Array.from({ length: 61 }, () =>
        setReaction(test.ctx, { userId: ama.id, messageId, reaction: 'heart' }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  })
})

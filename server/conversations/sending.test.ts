import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Message } from '#contract/conversations/conversations.ts'
import { conversationsContract } from '#contract/conversations/conversations.ts'
import { isolated } from '#contract/isolated.ts'
import { MESSAGE_MAX } from '#contract/limits.ts'
import {
  beginConversation,
  createTestConversations,
  type TestConversations,
} from '#testing/market/conversations.ts'
import { makeTrusted, PEOPLE } from '#testing/accounts/people.ts'
import { refused } from '#testing/replies.ts'
import { setUp } from '#testing/set-up.ts'
import { countUnreadConversations } from './inbox.ts'
import { listMessages, markRead, setReaction } from './message-list.ts'
import { sendMessage } from './sending.ts'

const { ama, kofi, esi } = PEOPLE
const MANY = 100_000
const test = setUp(() => createTestConversations({ messagesAMinute: MANY }))
let id: string

beforeAll(async () => {
  await makeTrusted(test.db, 'kofi')
})
beforeEach(async () => {
  for (const table of ['rate_limits', 'conversations', 'blocks'] as const)
    await test.db.deleteFrom(table).execute()
  await test.db.deleteFrom('notifications').execute()
  id = await beginConversation(test)
  test.emitted.length = 0
})

const send = (person: { id: string }, content: string, clientKey: string = crypto.randomUUID()) =>
  sendMessage(test.ctx, { senderId: person.id, conversationId: id, clientKey, content, photo: null })
const rows = () =>
  test.db.selectFrom('messages').selectAll().where('conversation_id', '=', id).orderBy('seq').execute()
const unreadOf = async (person: { id: string }) =>
  (
    await test.db
      .selectFrom('conversation_participants')
      .select('unread_count')
      .where('conversation_id', '=', id)
      .where('user_id', '=', person.id)
      .executeTakeFirstOrThrow()
  ).unread_count
const emittedMessages = () =>
  test.emitted
    .filter(({ event }) => event === 'message.sent')
    .map(({ payload }) => (payload as { message: Message }).message)

describe('sending a message', () => {
  it('emits it to both people and raises the other’s unread count', async () => {
    const message = await send(kofi, 'Is this still available?')
    expect(message).toMatchObject({
      conversationId: id,
      seq: 1,
      senderId: kofi.id,
      content: 'Is this still available?',
      photo: null,
      read: false,
      reactions: [],
    })
    expect(test.emitted[0]).toEqual({ to: [kofi.id, ama.id], event: 'message.sent', payload: { message } })
    expect([await unreadOf(ama), await unreadOf(kofi)]).toEqual([1, 0])
    expect(await countUnreadConversations(test.ctx, { userId: ama.id })).toBe(1)
    expect(await countUnreadConversations(test.ctx, { userId: kofi.id })).toBe(0)
  })

  it('stores the text as typed, up to 5,000 characters', async () => {
    const texts = [
      '<script>alert(1)</script> & "quotes" \'here\'',
      'https://example.com/?a=1&b=2 javascript:alert(1)',
      "'; drop table messages; --",
      'Two\n\nlines\tand a tab 👩🏾‍🌾 ɛyɛ papa',
      'x'.repeat(MESSAGE_MAX),
    ]
    for (const text of texts) await send(kofi, text)
    expect((await rows()).map(({ content }) => content)).toEqual(texts)
    const { messages } = await listMessages(test.ctx, { userId: ama.id, conversationId: id })
    expect(messages.map(({ content }) => content)).toEqual(texts)
  })

  it('trims the text and refuses blank and too long ones', () => {
    const parse = (content: string) =>
      conversationsContract.sendMessage.body.safeParse({ clientKey: crypto.randomUUID(), content }).data
        ?.content
    expect(parse('  hello\r\nthere \0\u0007 ')).toBe('hello\nthere')
    expect(parse('see \u202emoc.knab\u202c \u2066now')).toBe('see moc.knab now')
    const invisible = '\u115f\u1160\u3164\uffa0\u2800'
    for (const blank of ['', ' \n\t ', '\0\u200b\ufeff\u00a0', '\u2028', invisible])
      expect(parse(blank)).toBeUndefined()
    expect(parse('x'.repeat(MESSAGE_MAX + 1))).toBeUndefined()
  })

  it('is refused to strangers and for unknown conversations', async () => {
    await expect(send(esi, 'Hello')).rejects.toThrow(refused('conversation-access-denied'))
    const nowhere = { conversationId: crypto.randomUUID(), clientKey: crypto.randomUUID(), photo: null }
    await expect(sendMessage(test.ctx, { senderId: kofi.id, ...nowhere, content: 'Hello' })).rejects.toThrow(
      refused('conversation-not-found'),
    )
    expect(await rows()).toEqual([])
    expect(test.emitted).toEqual([])
  })

  it('is refused after the other person left, except for an already sent message', async () => {
    const key = crypto.randomUUID()
    await send(kofi, 'Hello', key)
    await test.db
      .deleteFrom('conversation_participants')
      .where('conversation_id', '=', id)
      .where('user_id', '=', ama.id)
      .execute()
    await expect(send(kofi, 'Anyone there?')).rejects.toThrow(refused('person-left'))
    expect(await send(kofi, 'Hello', key)).toMatchObject({ seq: 1 })
    expect(await rows()).toHaveLength(1)
  })
})

describe('resending a message', () => {
  it('returns the stored message and emits it again', async () => {
    const key = crypto.randomUUID()
    const first = await send(kofi, 'Hello', key)
    await setReaction(test.ctx, { userId: ama.id, messageId: first.id, reaction: 'heart' })
    await markRead(test.ctx, { userId: ama.id, conversationId: id, seq: 1 })
    test.emitted.length = 0
    const again = await send(kofi, 'Hello, changed', key.toUpperCase())
    expect(again).toEqual({ ...first, read: true, reactions: [{ userId: ama.id, reaction: 'heart' }] })
    expect(test.emitted).toEqual([
      { to: [kofi.id, ama.id], event: 'message.sent', payload: { message: again } },
    ])
    expect(await rows()).toHaveLength(1)
    expect(await unreadOf(ama)).toBe(0)
  })

  it('emits it only a few times', async () => {
    const key = crypto.randomUUID()
    await send(kofi, 'Hello', key)
    await Promise.all(Array.from({ length: 20 }, () => send(kofi, 'Hello', key)))
    expect(emittedMessages()).toHaveLength(4)
  })

  it('is refused with the other person’s client key', async () => {
    const key = crypto.randomUUID()
    await send(kofi, 'Hello', key)
    await expect(send(ama, 'Mine', key)).rejects.toThrow(refused('forbidden'))
    expect(await rows()).toHaveLength(1)
  })

  it('stores each of fifty messages once after a thousand attempts from two processes', async () => {
    const other = await createTestConversations({ messagesAMinute: MANY, like: test })
    const keys = Array.from({ length: 50 }, () => crypto.randomUUID())
    const attempts = Array.from({ length: 1000 }, (_, count) => {
      const { ctx } = count % 2 === 0 ? test : other
      const clientKey = keys[count % keys.length] ?? ''
      return sendMessage(ctx, {
        senderId: kofi.id,
        conversationId: id,
        clientKey,
        content: `${count % 50}`,
        photo: null,
      })
    })
    const answers = await Promise.all(attempts)
    await other.close()
    const stored = await rows()
    expect(stored.map(({ seq }) => seq)).toEqual(keys.map((_, index) => index + 1))
    expect(new Set(stored.map(({ client_key }) => client_key))).toEqual(new Set(keys))
    const seqs = new Map(stored.map(({ client_key, seq }) => [client_key, seq]))
    for (const { clientKey, seq } of answers) expect(seq).toBe(seqs.get(clientKey))
    expect(await unreadOf(ama)).toBe(50)
  })
})

describe('simultaneous messages', () => {
  it('share statements, and each has its own outcome', async () => {
    const others = await Promise.all([0, 1, 2].map(() => beginConversation(test)))
    const sent = [id, ...others].flatMap((conversationId) =>
      [ama, kofi, esi].map((person) => ({
        senderId: person.id,
        conversationId,
        clientKey: crypto.randomUUID(),
        content: `In ${conversationId}`,
        photo: null,
      })),
    )
    const unknown = { ...sent[0], conversationId: crypto.randomUUID() } as (typeof sent)[number]
    const nonsense = { ...unknown, conversationId: 'nonsense' }
    const results = await Promise.allSettled(
      [...sent, unknown, nonsense].map((message) => sendMessage(test.ctx, message)),
    )
    const outcomes = results.map((result) =>
      result.status === 'fulfilled' ? result.value.clientKey : (result.reason as { code: string }).code,
    )
    expect(outcomes).toEqual([
      ...sent.map(({ senderId, clientKey }) =>
        senderId === esi.id ? 'conversation-access-denied' : clientKey,
      ),
      'conversation-not-found',
      '22P02',
    ])
    expect(await rows()).toHaveLength(2)
  })

  it('are numbered without gaps and emitted in order per sender', async () => {
    const sent = Array.from({ length: 300 }, (_, count) => send(count % 2 ? ama : kofi, `Message ${count}`))
    const failing = Array.from({ length: 20 }, () => send(esi, 'No').catch(() => undefined))
    await Promise.all([...sent, ...failing])
    const all = await rows()
    const numbers = Array.from({ length: 300 }, (_, index) => index + 1)
    expect(all.map(({ seq }) => seq)).toEqual(numbers)
    expect(emittedMessages()).toHaveLength(300)
    for (const person of [ama, kofi]) {
      const seqs = emittedMessages().flatMap(({ senderId, seq }) => (senderId === person.id ? [seq] : []))
      expect(seqs).toEqual(seqs.toSorted((one, other) => one - other))
    }
    expect(all.map(({ created_at }) => created_at)).toEqual(
      all.map(({ created_at }) => created_at).toSorted(),
    )
    expect([await unreadOf(ama), await unreadOf(kofi)]).toEqual([150, 150])
  })

  it('keep the unread count correct while the other person reads', async () => {
    const sending = Array.from({ length: 200 }, async (_, count) => {
      const { seq } = await send(kofi, `Message ${count}`)
      if (count % 3 === 0) await markRead(test.ctx, { userId: ama.id, conversationId: id, seq })
    })
    const answering = Array.from({ length: 50 }, (_, count) => send(ama, `Answer ${count}`))
    await Promise.all([...sending, ...answering])
    const own = await test.db
      .selectFrom('conversation_participants')
      .selectAll()
      .where('conversation_id', '=', id)
      .where('user_id', '=', ama.id)
      .executeTakeFirstOrThrow()
    const unread = (await rows()).filter(({ sender_id, read }) => sender_id === kofi.id && !read)
    expect(own.unread_count).toBe(unread.length)
    expect(unread.every(({ seq }) => seq > own.read_seq)).toBe(true)
    await markRead(test.ctx, { userId: ama.id, conversationId: id, seq: 250 })
    expect(await unreadOf(ama)).toBe(0)
    expect((await rows()).filter(({ sender_id, read }) => sender_id === kofi.id && !read)).toEqual([])
    expect((await rows()).filter(({ sender_id, read }) => sender_id === ama.id && read)).toEqual([])
  })
})

it('reading counts only the other person’s messages, also after one has blocked the other', async () => {
  await send(kofi, 'One')
  await send(ama, 'Two')
  await send(kofi, 'Three')
  await test.db.insertInto('blocks').values({ blocker_id: kofi.id, blocked_id: ama.id }).execute()
  await markRead(test.ctx, { userId: ama.id, conversationId: id, seq: 2 })
  expect(await unreadOf(ama)).toBe(1)
})

describe('message notifications', () => {
  const notifications = (person: { id: string }) =>
    test.db.selectFrom('notifications').selectAll().where('user_id', '=', person.id).execute()
  const expectEmitted = async (...counts: [personId: string, unread: number][]) =>
    await expect.poll(() => test.emittedUnread, { interval: 5 }).toEqual(counts)
  beforeEach(() => test.clearEmittedUnread())

  it('are merged into one per conversation', async () => {
    await send(kofi, 'Is this\n\nstill available?')
    await send(kofi, 'I can come today')
    expect(await notifications(ama)).toMatchObject([
      {
        type: 'message',
        content: 'Kofi Boateng: I can come today',
        action_url: `/conversation/${id}`,
        read: false,
      },
    ])
    expect(await notifications(kofi)).toEqual([])
    await expectEmitted([ama.id, 1])
  })

  it('delay neither the reply nor each other', async () => {
    const others = Array.from({ length: 8 }, () => beginConversation(test))
    const first = { content: 'Hello', photo: null }
    await Promise.all(
      (await Promise.all(others)).map((conversationId) =>
        sendMessage(test.ctx, {
          senderId: kofi.id,
          conversationId,
          clientKey: crypto.randomUUID(),
          ...first,
        }),
      ),
    )
    await expect.poll(() => test.emittedUnread.at(-1), { interval: 5 }).toEqual([ama.id, 8])
  })

  it('show the beginning on one line, even for the longest message', async () => {
    await send(kofi, `${'w'.repeat(100)}\n${'x'.repeat(4800)}`)
    const [stored] = await notifications(ama)
    expect(stored?.content).toBe(`Kofi Boateng: ${'w'.repeat(100)} ${'x'.repeat(39)}`)
  })

  it('isolate the text direction of the name and the message', async () => {
    const rename = (name: string) =>
      test.db.updateTable('profiles').set({ full_name: name }).where('id', '=', kofi.id).execute()
    await rename('כופי')
    await send(kofi, '𞤔𞤢𞤪𞤢𞤥𞤢')
    await rename(kofi.full_name)
    const [stored] = await notifications(ama)
    expect(stored?.content).toBe(`${isolated('כופי')}: ${isolated('𞤔𞤢𞤪𞤢𞤥𞤢')}`)
    expect(stored?.content).toContain('\u2068כופי\u2069: ')
  })

  it('are marked read by answering and unread by the next message', async () => {
    await send(kofi, 'Hello')
    await expectEmitted([ama.id, 1])
    await send(ama, 'Good morning')
    expect(await notifications(ama)).toMatchObject([{ read: true }])
    await expect.poll(() => test.emittedUnread, { interval: 5 }).toHaveLength(3)
    expect(new Map(test.emittedUnread)).toEqual(
      new Map([
        [ama.id, 0],
        [kofi.id, 1],
      ]),
    )
    await send(kofi, 'Still there?')
    expect(await notifications(ama)).toMatchObject([{ read: false, content: 'Kofi Boateng: Still there?' }])
    await expect
      .poll(() => new Map(test.emittedUnread), { interval: 5 })
      .toEqual(
        new Map([
          [ama.id, 1],
          [kofi.id, 0],
        ]),
      )
  })

  it('are marked read by reading the last message', async () => {
    await send(kofi, 'One')
    await send(kofi, 'Two')
    await markRead(test.ctx, { userId: ama.id, conversationId: id, seq: 1 })
    expect(await notifications(ama)).toMatchObject([{ read: false }])
    await markRead(test.ctx, { userId: ama.id, conversationId: id, seq: 2 })
    expect(await notifications(ama)).toMatchObject([{ read: true }])
    await expect.poll(() => test.emittedUnread.at(-1), { interval: 5 }).toEqual([ama.id, 0])
  })
})

/** Dates the person's oldest counted messages back by a minute. */
const forget = (strict: TestConversations, { id: personId }: { id: string }, count: number) =>
  strict.db
    .updateTable('conversation_participants')
    .set({
      sent_at: sql`array(
        select case when n <= ${count} then t - interval '1 minute' else t end
        from unnest(sent_at) with ordinality s (t, n)
      )`,
    })
    .where('user_id', '=', personId)
    .execute()

describe('the message limit', () => {
  it('stops one person’s flood before it delays others', async () => {
    const strict = await createTestConversations()
    const conversationId = await beginConversation(strict)
    const say = (person: { id: string }, clientKey: string = crypto.randomUUID()) =>
      sendMessage(strict.ctx, {
        senderId: person.id,
        conversationId,
        clientKey,
        content: 'Hello',
        photo: null,
      })
    const key = crypto.randomUUID()
    await say(kofi, key)
    const flood = [kofi, esi].flatMap((person) =>
      Array.from({ length: 1000 }, () => say(person, key).catch((error: unknown) => error)),
    )
    let isOver = false
    const flooded = Promise.all(flood).then((outcomes) => {
      isOver = true
      return outcomes
    })
    expect(await say(ama)).toMatchObject({ seq: 2 })
    expect(isOver).toBe(false)
    const outcomes = await flooded
    const codes = Map.groupBy(outcomes, (outcome) => (outcome as { code?: string }).code)
    expect(codes.get('too-many-messages')?.length).toBeGreaterThan(1500)
    expect(codes.get('conversation-access-denied')?.length).toBeGreaterThan(0)
    await strict.close()
  })

  it('refuses messages with the time to wait, but never resent ones', async () => {
    const strict = await createTestConversations()
    const conversationId = await beginConversation(strict)
    const say = (person: { id: string }, clientKey: string = crypto.randomUUID()) =>
      sendMessage(strict.ctx, {
        senderId: person.id,
        conversationId,
        clientKey,
        content: 'Hello',
        photo: null,
      })
    const key = crypto.randomUUID()
    await say(kofi, key)
    const outcomes = await Promise.allSettled(Array.from({ length: 25 }, () => say(kofi)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(19)
    const refusal = await say(kofi).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'too-many-messages' })
    const { retryAfterSeconds = 0 } = refusal as { retryAfterSeconds?: number }
    expect(retryAfterSeconds).toBeGreaterThan(30)
    expect(retryAfterSeconds).toBeLessThanOrEqual(60)
    expect(await say(kofi, key)).toMatchObject({ seq: 1 })
    expect(await say(ama)).toMatchObject({ seq: 21 })

    await forget(strict, kofi, 20)
    expect(await say(kofi)).toMatchObject({ seq: 22 })
    await strict.close()
  })

  it('covers any sixty seconds, not only a clock minute', async () => {
    const strict = await createTestConversations()
    const conversationId = await beginConversation(strict)
    const say = () =>
      sendMessage(strict.ctx, {
        senderId: kofi.id,
        conversationId,
        clientKey: crypto.randomUUID(),
        content: 'Hello',
        photo: null,
      })
    for (let count = 0; count < 20; count += 1) await say()
    await forget(strict, kofi, 2)
    expect([await say(), await say()]).toMatchObject([{ seq: 21 }, { seq: 22 }])
    await expect(say()).rejects.toMatchObject({ code: 'too-many-messages' })
    await strict.close()
  })
})

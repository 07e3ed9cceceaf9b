import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { HELD_DAYS } from '#contract/limits.ts'
import { insertAccounts } from '#testing/accounts/accounts.ts'
import { beginConversation, createTestConversations } from '#testing/market/conversations.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { refused } from '#testing/replies.ts'
import { setUp } from '#testing/set-up.ts'
import { decideHeldMessage, releaseOverdueMessages, listHeldMessages } from './deciding-held.ts'
import { countUnreadConversations, listConversations } from '#server/conversations/inbox.ts'
import { listMessages } from '#server/conversations/message-list.ts'
import { sendMessage } from '#server/conversations/sending.ts'

const { ama, kofi, esi } = PEOPLE
const LINK = 'Look here: https://trick.example/pay'
/** Kofi is new and writes to Ama; Esi moderates. */
const test = setUp(createTestConversations)
let id: string
beforeAll(async () => {
  await insertAccounts(test.db)
})
beforeEach(async () => {
  await test.db.deleteFrom('conversations').execute()
  await test.db.deleteFrom('notifications').execute()
  await test.db.deleteFrom('rate_limits').execute()
  await setMemberSince(kofi, 0)
  await setStaffSeen(0)
  id = await beginConversation(test)
  test.emitted.length = 0
})

const setMemberSince = (person: { id: string }, days: number) =>
  test.db
    .updateTable('profiles')
    .set({ created_at: new Date(Date.now() - days * 86_400_000).toISOString() })
    .where('id', '=', person.id)
    .execute()
/** Makes Esi a moderator, last seen this many days ago. */
const setStaffSeen = (days: number) =>
  test.db
    .insertInto('staff')
    .values({ account_id: esi.id, role: 'moderator', seen_at: sql`now() - make_interval(days => ${days})` })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet((eb) => ({ seen_at: eb.ref('excluded.seen_at') })),
    )
    .execute()
const send = (content: string, clientKey: string = crypto.randomUUID()) =>
  sendMessage(test.ctx, { senderId: kofi.id, conversationId: id, clientKey, content, photo: null })
const read = (person: { id: string }) => listMessages(test.ctx, { userId: person.id, conversationId: id })
const waiting = () => listHeldMessages(test.ctx, { moderatorId: esi.id })
async function decide(outcome: 'released' | 'refused', words = '', moderatorId: string = esi.id) {
  const [message] = await waiting()
  if (!message) throw new Error('Nothing waits')
  await decideHeldMessage(test.ctx, { moderatorId, id: message.id, outcome, words })
}
const notificationsOf = async (person: { id: string }) =>
  (
    await test.db.selectFrom('notifications').select('content').where('user_id', '=', person.id).execute()
  ).map(({ content }) => content)
const emittedTo = (person: { id: string }) => test.emitted.filter(({ to }) => to.includes(person.id))

describe("a new account's first link", () => {
  it('arrives at once if no moderator was there for days', async () => {
    await setStaffSeen(3)
    expect((await send(LINK)).held).toBeUndefined()
    expect((await read(ama)).messages).toMatchObject([{ content: LINK }])
  })

  it('is visible to its sender only and leaves no trace for the other', async () => {
    const sent = await send(LINK)
    expect(sent).toMatchObject({ content: LINK, held: { state: 'waiting', words: '' } })
    expect((await read(kofi)).held).toEqual([sent])
    expect(await read(ama)).toEqual({ messages: [], held: [], hasMore: false })
    expect(emittedTo(kofi)).toMatchObject([{ event: 'message.held' }])
    expect(emittedTo(ama)).toEqual([])
    expect(await notificationsOf(ama)).toEqual([])
    expect(await countUnreadConversations(test.ctx, { userId: ama.id })).toBe(0)
    for (const person of [ama, kofi]) {
      const { items } = await listConversations(test.ctx, { userId: person.id })
      expect(items).toMatchObject([{ lastMessage: null, lastSeq: 0, unread: 0 }])
      expect(
        (await listConversations(test.ctx, { userId: person.id, search: 'trick.example' })).items,
      ).toEqual([])
    }
  })

  it('is one message however often it is sent, and other messages pass', async () => {
    const key = crypto.randomUUID()
    const first = await send(LINK, key)
    expect(await send(LINK, key)).toEqual(first)
    expect(await send('Good morning')).toMatchObject({ seq: 1, content: 'Good morning' })
    expect(await send('And https://other.example')).toMatchObject({ held: { state: 'waiting' } })
    expect((await waiting()).map(({ content }) => content)).toEqual([LINK, 'And https://other.example'])
    expect((await read(ama)).messages.map(({ content }) => content)).toEqual(['Good morning'])
  })

  it('shows moderators the words that the guard found', async () => {
    await send(`Tell me the code that came to your phone. ${LINK}`)
    const [message] = await waiting()
    expect(message?.guard.map(({ rule }) => rule)).toEqual(expect.arrayContaining(['code', 'link']))
    expect(message?.guard.find(({ rule }) => rule === 'link')).toEqual({ rule: 'link', words: 'link' })
  })

  it('does not give its client key to the other person', async () => {
    const key = crypto.randomUUID()
    await send(LINK, key)
    await setMemberSince(ama, 0)
    const taking = { senderId: ama.id, conversationId: id, clientKey: key, content: LINK, photo: null }
    await expect(sendMessage(test.ctx, taking)).rejects.toEqual(refused('forbidden'))
  })

  it('arrives after the later messages when a moderator releases it', async () => {
    const key = crypto.randomUUID()
    await send(LINK, key)
    await send('Good morning')
    test.emitted.length = 0
    await decide('released')
    expect((await read(ama)).messages.map(({ content }) => content)).toEqual(['Good morning', LINK])
    expect((await read(kofi)).held).toEqual([])
    expect(test.emitted).toMatchObject([
      { event: 'message.sent', to: [kofi.id, ama.id], payload: { message: { seq: 2, clientKey: key } } },
    ])
    expect((await notificationsOf(ama)).join()).toContain(LINK)
    expect(await send(LINK, key)).toMatchObject({ seq: 2 })
    expect(await send('https://third.example')).toMatchObject({ seq: 3 })
    expect(await waiting()).toEqual([])
  })

  it('is refused with a reason that its sender sees', async () => {
    const key = crypto.randomUUID()
    await send(LINK, key)
    await decide('refused', 'This site copies a bank.')
    const held = { state: 'refused', words: 'This site copies a bank.' }
    expect((await read(kofi)).held).toMatchObject([{ content: LINK, held }])
    expect(await send(LINK, key)).toMatchObject({ held })
    expect(emittedTo(ama)).toEqual([])
    expect((await notificationsOf(kofi)).join()).toContain('This site copies a bank.')
    expect(await send('https://again.example')).toMatchObject({ held: { state: 'waiting' } })
  })

  it('is decided once, and never by a moderator with a conflict of interest', async () => {
    await send(LINK)
    const [message] = await waiting()
    const decision = { id: message?.id ?? '', outcome: 'released', words: '' } as const
    await expect(decideHeldMessage(test.ctx, { ...decision, moderatorId: ama.id })).rejects.toEqual(
      refused('own-case'),
    )
    expect(await listHeldMessages(test.ctx, { moderatorId: ama.id })).toEqual([])
    await test.db.insertInto('blocks').values({ blocker_id: kofi.id, blocked_id: esi.id }).execute()
    expect(await waiting()).toEqual([])
    await expect(decideHeldMessage(test.ctx, { ...decision, moderatorId: esi.id })).rejects.toEqual(
      refused('own-case'),
    )
    await test.db.deleteFrom('blocks').execute()
    const attempts = await Promise.allSettled(
      [1, 2].map(() => decideHeldMessage(test.ctx, { ...decision, moderatorId: esi.id })),
    )
    expect(attempts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await read(ama)).messages).toHaveLength(1)
  })

  it('is refused if one person blocks the other before it is released', async () => {
    await send(LINK)
    await test.db.insertInto('blocks').values({ blocker_id: ama.id, blocked_id: kofi.id }).execute()
    await decide('released')
    await test.db.deleteFrom('blocks').execute()
    expect((await read(kofi)).held).toMatchObject([{ held: { state: 'refused' } }])
    expect((await read(ama)).messages).toEqual([])
  })

  it('is audited once per moderator who looks at it', async () => {
    await send(LINK)
    const [message] = await waiting()
    await waiting()
    await decide('released')
    const acts = await test.db
      .selectFrom('audit_entries')
      .select('action')
      .where('target_id', '=', message?.id ?? '')
      .orderBy('id')
      .execute()
    expect(acts.map(({ action }) => action)).toEqual(['looked-at-held-message', 'released-held-message'])
  })
})

it('an older account’s link and a new account’s other messages are not held', async () => {
  expect(await send('I can pay when I see it')).not.toHaveProperty('held.state')
  await setMemberSince(kofi, 8)
  const sent = await send(LINK)
  expect(sent.held).toBeUndefined()
  expect(sent.warnings).toMatchObject([{ rule: 'link' }])
})

describe('an overdue held message', () => {
  /** Dates all held messages back by this many days. */
  const setWaited = (days: number) =>
    test.db
      .updateTable('held_messages')
      .set({ created_at: sql`now() - make_interval(days => ${days}) - interval '1 minute'` })
      .where('state', '=', 'waiting')
      .execute()

  it('is released with its warning, and the next one is held again', async () => {
    const key = crypto.randomUUID()
    await send(LINK, key)
    await releaseOverdueMessages(test.ctx)
    await setWaited(HELD_DAYS - 1)
    await releaseOverdueMessages(test.ctx)
    expect((await read(ama)).messages).toEqual([])
    await setWaited(HELD_DAYS)
    test.emitted.length = 0
    await releaseOverdueMessages(test.ctx)
    const { messages } = await read(ama)
    expect(messages).toMatchObject([{ content: LINK, clientKey: key, warnings: [{ rule: 'link' }] }])
    expect(test.emitted).toMatchObject([{ event: 'message.sent', to: [kofi.id, ama.id] }])
    expect((await read(kofi)).held).toEqual([])
    expect(await send(LINK, key)).toMatchObject({ seq: 1 })
    expect(await send('https://other.example')).toMatchObject({ held: { state: 'waiting' } })
    await releaseOverdueMessages(test.ctx)
    expect((await read(ama)).messages).toHaveLength(1)
  })

  it('is refused if one person blocked the other, and its sender is notified', async () => {
    await send(LINK)
    await setWaited(HELD_DAYS)
    await test.db.insertInto('blocks').values({ blocker_id: ama.id, blocked_id: kofi.id }).execute()
    await releaseOverdueMessages(test.ctx)
    await test.db.deleteFrom('blocks').execute()
    expect((await read(kofi)).held).toMatchObject([{ held: { state: 'refused' } }])
    expect((await notificationsOf(kofi)).join()).toContain('can no longer receive messages')
    expect((await read(ama)).messages).toEqual([])
  })

  it('stays held while its sender is banned', async () => {
    await send(LINK)
    await setWaited(HELD_DAYS)
    await test.db
      .insertInto('sanctions')
      .values({ person_id: kofi.id, kind: 'banned', decision_id: crypto.randomUUID() })
      .execute()
    await releaseOverdueMessages(test.ctx)
    await test.db.deleteFrom('sanctions').where('person_id', '=', kofi.id).execute()
    expect((await read(ama)).messages).toEqual([])
    expect(await waiting()).toHaveLength(1)
  })

  it('is delivered once if a moderator decides at the same moment', async () => {
    await send(LINK)
    await setWaited(HELD_DAYS)
    await Promise.allSettled([
      releaseOverdueMessages(test.ctx),
      decide('released'),
      releaseOverdueMessages(test.ctx),
    ])
    expect((await read(ama)).messages).toHaveLength(1)
    expect(await waiting()).toEqual([])
  })
})

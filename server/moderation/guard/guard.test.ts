import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { listMessages } from '#server/conversations/message-list.ts'
import { sendMessage } from '#server/conversations/sending.ts'
import {
  beginConversation,
  createTestConversations,
  type TestConversations,
} from '#testing/market/conversations.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { refused } from '#testing/replies.ts'
import { setUp } from '#testing/set-up.ts'
import { createRule, listRules, reportFalseAlarm, tryRule, updateRule } from './service.ts'

const { ama, kofi, esi } = PEOPLE
/** Ama is the seller, Kofi the buyer. */
const test = setUp(createTestConversations)
let id: string
beforeEach(async () => {
  await test.db.deleteFrom('conversations').execute()
  id = await beginConversation(test)
})

const send = (person: { id: string }, content: string) =>
  sendMessage(test.ctx, {
    senderId: person.id,
    conversationId: id,
    clientKey: crypto.randomUUID(),
    content,
    photo: null,
  })
const rulesOf = async (person: { id: string }, content: string) =>
  (await send(person, content)).warnings?.map(({ rule }) => rule)

const FORM = {
  name: 'lottery',
  language: 'en',
  audience: 'both',
  severity: 'warn',
  readerText: 'A prize that nobody entered for is a trick.',
  writerText: 'The other person is advised to be careful.',
  patterns: ['you won'],
  exclusions: ['you won the game'],
  isLive: true,
} as const
const form = { ...FORM, patterns: [...FORM.patterns], exclusions: [...FORM.exclusions] }

describe('a warned message', () => {
  it('has the same warning when sent, live and when read later', async () => {
    const sent = await send(ama, 'Send the deposit by MoMo first')
    expect(sent.warnings).toMatchObject([{ rule: 'prepayment', look: 'danger' }])
    expect(test.emitted.at(-1)).toMatchObject({ to: [ama.id, kofi.id], payload: { message: sent } })
    const { messages } = await listMessages(test.ctx, { userId: kofi.id, conversationId: id })
    expect(messages[0]?.warnings).toEqual(sent.warnings)
  })

  it('warns the buyer of payment demands, and the seller of payment claims', async () => {
    expect(await rulesOf(ama, 'Send the deposit by MoMo first')).toEqual(['prepayment'])
    expect(await rulesOf(kofi, 'I have sent the money')).toEqual(['payment-claim'])
    expect(await rulesOf(kofi, 'Give me the code that came to your phone')).toEqual(['code'])
  })

  it('has its own warning among simultaneous messages', async () => {
    const sent = await Promise.all(
      ['Send half of the money before I come', 'Good morning', 'Reserve it with momo'].map((text) =>
        send(ama, text),
      ),
    )
    expect(sent.map(({ warnings }) => warnings?.[0]?.rule)).toEqual(['prepayment', undefined, 'prepayment'])
  })

  it('needs more than an ordinary phrase', async () => {
    expect((await send(ama, 'You pay when you have seen it')).warnings).toBeUndefined()
  })
})

describe('a wallet in a message', () => {
  const verify = (phone: string | null) =>
    test.db
      .updateTable('profiles')
      .set({ phone })
      .where('id', '=', ama.id)
      .execute()
      .then(() =>
        test.db
          .updateTable('profiles')
          .set({ phone_verified: phone !== null })
          .where('id', '=', ama.id)
          .execute(),
      )
  afterAll(() => verify(null))

  it('is compared with the seller’s verified number', async () => {
    await verify('+233244123456')
    expect(await rulesOf(ama, 'Send the money to 0244 123 456')).not.toContain('other-number')
    expect(await rulesOf(ama, 'Send the money to 0551 123 456')).toContain('other-number')
    await verify(null)
    expect(await rulesOf(ama, 'Send the money to 0551 123 456')).not.toContain('other-number')
  })

  it('is compared with the seller’s name', async () => {
    expect(await rulesOf(ama, 'My momo is 0551123456, name is Daniel Quaye')).toContain('other-name')
    expect(await rulesOf(ama, 'My momo is 0551123456, name is Ama')).not.toContain('other-name')
  })
})

it('a false alarm counts once, from the reader of a warned message only', async () => {
  const { id: messageId } = await send(ama, 'Send the deposit by MoMo first')
  const { id: plain } = await send(ama, 'Good morning')
  const ofRule = async () => (await listRules(test.ctx)).find(({ name }) => name === 'prepayment')
  await reportFalseAlarm(test.ctx, { userId: kofi.id, messageId })
  await reportFalseAlarm(test.ctx, { userId: kofi.id, messageId })
  for (const [userId, of] of [
    [ama.id, messageId],
    [esi.id, messageId],
    [kofi.id, plain],
  ] as const)
    await expect(reportFalseAlarm(test.ctx, { userId, messageId: of })).rejects.toEqual(
      refused('message-not-found'),
    )
  expect(await ofRule()).toMatchObject({ hits: 1, falseAlarms: 1 })
})

describe('guard rules', () => {
  it('can be tried before they go live', async () => {
    const tried = await tryRule(test.ctx, { ...form, texts: ['You won a phone', 'Good morning'] })
    expect(tried.texts.map(({ saw }) => saw)).toEqual(['you won', null])
    const broad = await tryRule(test.ctx, { patterns: ['momo'], exclusions: [], texts: [] })
    expect(broad.tricksSeen).toBeGreaterThan(0)
    expect(broad.tricks).toBeGreaterThan(broad.tricksSeen)
    expect(broad.falseWarnings.length).toBeGreaterThan(0)
    await expect(tryRule(test.ctx, { ...form, patterns: ['(a+)+$'], texts: [] })).rejects.toThrow()
  })

  it('refuse advice with a stranger’s contact', async () => {
    for (const field of ['readerText', 'writerText']) {
      const change = { moderatorId: esi.id, form: { ...form, [field]: 'To be safe, pay to 0241234567' } }
      for (const write of [createRule, updateRule])
        await expect(write(test.ctx, { ...change, id: 1 })).rejects.toMatchObject({
          code: 'invalid-input',
          fields: [{ field }],
        })
    }
  })

  it('take effect in every process at once, and stop when they are turned off', async () => {
    const other = await createTestConversations({ like: test })
    const seen = async (ctx: TestConversations['ctx']) =>
      (await ctx.guard.get()).engine('You won a prize').hits.length
    expect(await seen(other.ctx)).toBe(0)
    const { id: ruleId } = await createRule(test.ctx, { moderatorId: esi.id, form })
    await expect.poll(() => seen(test.ctx), { interval: 5 }).toBe(1)
    await expect.poll(() => seen(other.ctx), { interval: 5 }).toBe(1)
    expect(await rulesOf(ama, 'You won a prize')).toEqual(['lottery'])
    await expect(createRule(test.ctx, { moderatorId: esi.id, form })).rejects.toEqual(
      refused('invalid-input'),
    )
    await updateRule(test.ctx, { moderatorId: esi.id, id: ruleId, form: { ...form, isLive: false } })
    const acts = await test.db
      .selectFrom('audit_entries')
      .select(['actor_id', 'action', 'detail'])
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(acts).toMatchObject([
      { actor_id: esi.id, action: 'changed-guard-rule', detail: { name: 'lottery', isLive: false } },
      { actor_id: esi.id, action: 'added-guard-rule', detail: { name: 'lottery', isLive: true } },
    ])
    await expect.poll(() => seen(test.ctx), { interval: 5 }).toBe(0)
    await expect.poll(() => seen(other.ctx), { interval: 5 }).toBe(0)
    const { messages } = await listMessages(test.ctx, { userId: kofi.id, conversationId: id })
    expect(messages[0]?.warnings?.[0]?.reader).toBe(form.readerText)
    await other.close()
  })
})

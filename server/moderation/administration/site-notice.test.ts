import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { NoticeForm } from '#contract/moderation/administration/notice-form.ts'
import { createTestContext, type TestContext } from '#testing/context.ts'
import { createTestDatabase } from '#testing/database.ts'
import { STAFF } from '#testing/accounts/staff.ts'
import { receivedAll } from '#testing/received-all.ts'
import { setUp } from '#testing/set-up.ts'
import { createCurrentNotice } from './current-notice.ts'
import { removeNotice, setNotice } from './site-notice.ts'

const actorId = STAFF.abena.id
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

const database = setUp(createTestDatabase)
let here: TestContext
let there: TestContext
beforeEach(async () => {
  here = createTestContext(database)
  there = createTestContext(database)
  for (const process of [here, there]) await receivedAll(process)
})
afterEach(async () => {
  await removeNotice(here, { actorId })
  await here.close()
  await there.close()
})

it('a notice appears and disappears at once here and soon in other processes', async () => {
  const form = { text: 'Back at noon', kind: 'warning', endsAt: inAnHour() } as const
  expect([await here.currentNotice.get(), await there.currentNotice.get()]).toEqual([null, null])
  await setNotice(here, { actorId, form })
  const first = await here.currentNotice.get()
  expect(first).toMatchObject(form)
  await receivedAll(there)
  expect(await there.currentNotice.get()).toEqual(first)
  // A site has one notice. People who dismissed the previous one see the next.
  await setNotice(here, { actorId, form: { ...form, text: 'Back at one' } })
  const second = await here.currentNotice.get()
  expect(second?.text).toBe('Back at one')
  expect(second?.id).not.toBe(first?.id)
  await removeNotice(here, { actorId })
  expect(await here.currentNotice.get()).toBeNull()
  await receivedAll(there)
  expect(await there.currentNotice.get()).toBeNull()
  const acts = await database.db.selectFrom('audit_entries').select('action').orderBy('id').execute()
  expect(acts.map(({ action }) => action)).toEqual(['set-notice', 'set-notice', 'removed-notice'])
})

it('a notice ends by itself', async () => {
  const endsAt = inAnHour()
  await setNotice(here, { actorId, form: { text: 'Back at noon', kind: 'info', endsAt } })
  let now = Date.now()
  const current = createCurrentNotice({ ...there, now: () => now })
  expect(await current.get()).toMatchObject({ text: 'Back at noon' })
  now = Date.parse(endsAt)
  expect(await current.get()).toBeNull()
})

it('a notice is one line of at most 200 characters and 90 days', () => {
  const messagesOf = (form: object) => {
    const { error } = z.safeParse(NoticeForm, { kind: 'info', ...form })
    return error?.issues.map(({ message }) => message)
  }
  expect(messagesOf({ text: ' ', endsAt: new Date(Date.now() - 1000).toISOString() })).toEqual([
    'Please write the notice',
    'Please choose a time in the future',
  ])
  const far = new Date(Date.now() + 100 * 86_400_000).toISOString()
  expect(messagesOf({ text: 'a'.repeat(201), endsAt: far })).toEqual([
    'Must be at most 200 characters long',
    'Please choose a time within 90 days',
  ])
  expect(z.parse(NoticeForm, { text: 'Back  at\nnoon', kind: 'info', endsAt: inAnHour() }).text).toBe(
    'Back at noon',
  )
})

const shown = async (text: string) => {
  await setNotice(here, { actorId, form: { text, kind: 'info', endsAt: inAnHour() } })
  return (await here.currentNotice.get())?.text
}

describe('a notice with contacts or links of strangers', () => {
  it.each([
    'Pay to MoMo 0241234567',
    'To keep your account, pay 50 to our MoMo',
    'Questions? Call 024 123 4567',
    'Questions? Call zero two four one two three four five six seven',
    'Questions? Call +44 7700 900123',
    'Ring ０２４１２３４５６７',
    'Send the fee to account 1020 3040 5060',
    'Confirm your account at sankofa-help.com',
    'Confirm your account at https://bit.ly/3xYz',
    'Write to support at sankofa dot shop',
    'Send us the code that you received by SMS',
  ])('%j is refused, even if all guard rules are off', async (text) => {
    await expect(shown(text)).rejects.toMatchObject({ code: 'invalid-input' })
    await database.db.updateTable('guard_rules').set({ is_live: false }).execute()
    await receivedAll(here)
    const off = createTestContext(database)
    await expect(
      setNotice(off, { actorId, form: { text, kind: 'info', endsAt: inAnHour() } }),
    ).rejects.toMatchObject({ code: 'invalid-input' })
    await off.close()
    await database.db.updateTable('guard_rules').set({ is_live: true }).execute()
    expect(await here.currentNotice.get()).toBeNull()
  })

  it.each([
    'Back at noon',
    'Searching is slow today. We are on it.',
    'Chats are down from 22:00 to 23:30 on 12 December 2026.',
    'Our terms change on 1 January. Read them under Terms.',
    'Never pay before you have seen the item.',
    'Keep your codes to yourself.',
  ])('%j is accepted', async (text) => {
    expect(await shown(text)).toBe(text)
  })
})

import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { CHECK_LISTS, checksOf } from '#contract/agreements/checks.ts'
import type { MeetingForm } from '#contract/agreements/agreement.ts'
import { momentWriter } from '#contract/agreements/moments.ts'
import type { Role } from '#contract/agreements/steps.ts'
import type { Message } from '#contract/conversations/conversations.ts'
import { forgetMessageWriter } from '#server/notifications/service.ts'
import { createMarket } from '#testing/accounts/accounts.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { createTestContext, type TestContext } from '#testing/context.ts'
import {
  inHours,
  openConversation,
  readConversation,
  sendStep,
  takeStep,
} from '#testing/market/agreements.ts'
import { insertProduct } from '#testing/market/products.ts'
import { call, setStatus } from '#testing/market/selling.ts'
import { codeOf } from '#testing/replies.ts'
import { setUp, setUpClient } from '#testing/set-up.ts'
import { endDueAgreements } from './ending.ts'
import { remindOfMeetings } from './reminding.ts'

const { ama: AMA, kofi: KOFI } = PEOPLE
const PLACE = 'Filling station in Osu'

const test = setUp(createMarket)
const ctx = setUp(async () => createTestContext(test.database, { live: test.live, jobs: test.jobs }))
/** A second process on the same database. */
const other = setUp(async () => createTestContext(test.database, { live: test.live, jobs: test.jobs }))
const ama = setUpClient(test, 'ama')
const kofi = setUpClient(test, 'kofi')
const esi = setUpClient(test, 'esi')
const who = { buyer: kofi, seller: ama }
let chat: string
let productId: string

beforeEach(async () => {
  for (const table of ['conversations', 'products', 'rate_limits', 'notifications', 'blocks'] as const)
    await test.db.deleteFrom(table).execute()
  productId = await insertProduct(test.db)
  chat = await openConversation(kofi, productId)
  await takeStep(ama, chat, { step: 'reserve' })
})

const meetingIn = (hours: number, place = PLACE): MeetingForm => ({ at: inHours(hours), place })
const suggest = (by: Role, meeting: MeetingForm) => takeStep(who[by], chat, { step: 'meet', meeting })
const confirm = (by: Role, meeting: MeetingForm) =>
  takeStep(who[by], chat, { step: 'agree-meeting', meeting })
const newest = async () => (await readConversation(kofi, chat)).agreement
const text = async (personId: string, type: 'message' | 'meeting') =>
  (
    await test.db
      .selectFrom('notifications')
      .select('content')
      .where('user_id', '=', personId)
      .where('type', '=', type)
      .execute()
  ).map(({ content }) => content)
const fieldsOf = async (reply: Response) =>
  ((await reply.json()) as { error: { fields: { field: string; message: string }[] } }).error.fields

/** A meeting that both agreed on. */
async function agree(hours: number): Promise<MeetingForm> {
  const meeting = meetingIn(hours)
  await suggest('buyer', meeting)
  await confirm('seller', meeting)
  return meeting
}

/** Lets the confirmed meeting begin in so many hours. */
const moveTo = (hours: number) =>
  test.db
    .updateTable('agreements')
    .set({ meeting_at: inHours(hours) })
    .execute()

describe('a meeting', () => {
  it.each<[Role, Role]>([
    ['buyer', 'seller'],
    ['seller', 'buyer'],
  ])('is suggested by the %s and confirmed by the %s', async (by, invited) => {
    const meeting = meetingIn(24)
    const { step } = await suggest(by, meeting)
    expect(step).toMatchObject({ kind: 'meet', by, agreement: { state: 'agreed' } })
    expect((await newest())?.meeting).toEqual({ ...meeting, by, isConfirmed: false })
    expect(await codeOf(await sendStep(who[by], chat, { step: 'agree-meeting', meeting }))).toBe(
      'agreement-changed',
    )
    await confirm(invited, meeting)
    expect((await newest())?.meeting).toEqual({ ...meeting, by, isConfirmed: true })
    expect(await codeOf(await sendStep(who[invited], chat, { step: 'agree-meeting', meeting }))).toBe(
      'agreement-changed',
    )
  })

  it('notifies the other person of each step', async () => {
    const meeting = meetingIn(24)
    const when = momentWriter('Africa/Accra')(meeting.at)
    await suggest('buyer', meeting)
    expect(await text(AMA.id, 'message')).toEqual([`Kofi Boateng suggests meeting on ${when}: ${PLACE}.`])
    await confirm('seller', meeting)
    expect(await text(KOFI.id, 'message')).toEqual([`Ama Mensah confirmed the meeting on ${when}: ${PLACE}.`])
  })

  it('is replaced by another suggestion, also once it is confirmed', async () => {
    await agree(24)
    const later = meetingIn(48, 'Bank in Osu')
    await suggest('seller', later)
    expect((await newest())?.meeting).toEqual({ ...later, by: 'seller', isConfirmed: false })
    await confirm('buyer', later)
    expect((await newest())?.meeting?.isConfirmed).toBe(true)
  })

  it.each([
    ['another time', meetingIn(25)],
    ['another place', meetingIn(24, 'My house')],
  ])('is not confirmed with %s than it has', async (_, seen) => {
    await suggest('buyer', meetingIn(24))
    expect(await codeOf(await sendStep(ama, chat, { step: 'agree-meeting', meeting: seen }))).toBe(
      'agreement-changed',
    )
    expect((await newest())?.meeting?.isConfirmed).toBe(false)
  })

  it.each(['buyer', 'seller'] as const)('suggested by the %s says that the buyer is coming', async (by) => {
    const meeting = meetingIn(24)
    await suggest(by, meeting)
    expect((await newest())?.isComing).toBe(by === 'buyer')
    await confirm(by === 'buyer' ? 'seller' : 'buyer', meeting)
    expect((await newest())?.isComing).toBe(true)
  })

  it('cannot be confirmed after its time', async () => {
    await suggest('buyer', meetingIn(24))
    await moveTo(-1)
    const meeting = { at: (await newest())?.meeting?.at ?? '', place: PLACE }
    expect(await codeOf(await sendStep(ama, chat, { step: 'agree-meeting', meeting }))).toBe(
      'agreement-changed',
    )
  })

  it('is suggested once for each key', async () => {
    const meeting = meetingIn(24)
    const clientKey = crypto.randomUUID()
    const first = await takeStep(kofi, chat, { step: 'meet', meeting, clientKey })
    expect(await takeStep(kofi, chat, { step: 'meet', meeting, clientKey })).toMatchObject({ id: first.id })
    expect((await readConversation(kofi, chat)).agreement?.meeting).toMatchObject(meeting)
  })

  it('needs an agreement', async () => {
    await takeStep(ama, chat, { step: 'cancel', reason: 'changed-mind' })
    expect(await codeOf(await sendStep(kofi, chat, { step: 'meet', meeting: meetingIn(24) }))).toBe(
      'agreement-changed',
    )
  })

  it('is not suggested by strangers, nor to a person who blocked the other', async () => {
    const step = { step: 'meet', meeting: meetingIn(24), clientKey: crypto.randomUUID() }
    expect((await esi.send('POST', `/api/conversations/${chat}/steps`, step)).status).toBe(403)
    await call(ama, 'PUT', `/api/blocks/${KOFI.id}`)
    expect(await codeOf(await sendStep(kofi, chat, { step: 'meet', meeting: meetingIn(24) }))).toBe(
      'person-unavailable',
    )
  })
})

describe('a suggestion is refused', () => {
  it.each<[string, MeetingForm | undefined, string, string]>([
    ['without a meeting', undefined, 'meeting.at', 'Choose a time'],
    ['in the past', meetingIn(-1), 'meeting.at', 'Choose a time in the future'],
    ['without a moment', { at: 'tomorrow', place: PLACE }, 'meeting.at', 'Choose a time'],
    ['without a place', meetingIn(24, ' x '), 'meeting.place', 'Enter a place'],
    [
      'with a long place',
      meetingIn(24, 'a'.repeat(101)),
      'meeting.place',
      'Must be at most 100 characters long',
    ],
    [
      'with a phone number',
      meetingIn(24, 'Osu, call 024 412 3456'),
      'meeting.place',
      'Please leave out phone numbers: people would call or pay them',
    ],
    [
      'with a link',
      meetingIn(24, 'wa.me/233244123456'),
      'meeting.place',
      'Please leave out links and addresses that are not ours',
    ],
    [
      'with words of which a message would warn',
      meetingIn(24, 'Send the money before I come'),
      'meeting.place',
      'Enter only the place. Write the rest in a message',
    ],
  ])('%s', async (_, meeting, field, message) => {
    const reply = await sendStep(kofi, chat, { step: 'meet', ...(meeting && { meeting }) })
    expect(reply.status).toBe(422)
    expect(await fieldsOf(reply)).toEqual([{ field, message }])
    expect((await newest())?.meeting).toBeNull()
  })

  it('after the end of the reservation, which it names', async () => {
    const due = (await newest())?.due ?? ''
    const reply = await sendStep(kofi, chat, { step: 'meet', meeting: meetingIn(73) })
    const message = `The reservation ends ${momentWriter('Africa/Accra')(due)}. Choose an earlier time.`
    expect(await fieldsOf(reply)).toEqual([{ field: 'meeting.at', message }])
    await takeStep(ama, chat, { step: 'keep' })
    await suggest('buyer', meetingIn(73))
  })
})

describe('the reminder', () => {
  const remind = (process: TestContext = ctx) => remindOfMeetings(process)
  const reminders = async () => ({
    buyer: await text(KOFI.id, 'meeting'),
    seller: await text(AMA.id, 'meeting'),
  })
  const NONE = { buyer: [], seller: [] }
  const timeIn = (at: string) => momentWriter('Africa/Accra')(at).slice(-5)

  it('comes once to both, two hours before, with the first checks for the buyer', async () => {
    await agree(24)
    await remind()
    expect(await reminders()).toEqual(NONE)
    await moveTo(1.99)
    const at = (await newest())?.meeting?.at ?? ''
    await remind()
    await remind()
    expect(await reminders()).toEqual({
      buyer: [
        `You meet Ama Mensah at ${timeIn(at)}: ${PLACE}. Before you pay: Dial *#06# and compare the IMEI with the one in the settings and on the box. If they differ, leave it. See the seller log out of the Google or Apple account. A locked phone is a brick.`,
      ],
      seller: [`You meet Kofi Boateng at ${timeIn(at)}: ${PLACE}.`],
    })
    const rows = await test.db
      .selectFrom('notifications')
      .select('action_url')
      .where('type', '=', 'meeting')
      .execute()
    expect(rows.map((row) => row.action_url)).toEqual([`/conversation/${chat}`, `/conversation/${chat}`])
  })

  it('comes once from two processes at the same time', async () => {
    await agree(24)
    await moveTo(1)
    await Promise.all([remind(), remind(other), remind(), remind(other)])
    const { buyer, seller } = await reminders()
    expect([buyer.length, seller.length]).toEqual([1, 1])
  })

  it('comes to both in the next run if a process dies between the two', async () => {
    await agree(24)
    await moveTo(1)
    let calls = 0
    const dying: TestContext = {
      ...ctx,
      jobs: {
        ...ctx.jobs,
        async enqueueAll(...given) {
          calls += 1
          if (calls === 2) throw new Error('killed')
          return ctx.jobs.enqueueAll(...given)
        },
      },
    }
    await remind(dying)
    expect(await reminders()).toEqual(NONE)
    await remind()
    const { buyer, seller } = await reminders()
    expect([buyer.length, seller.length]).toEqual([1, 1])
  })

  it('comes for the new time of a replaced meeting', async () => {
    await agree(24)
    await moveTo(1)
    await remind()
    const later = meetingIn(30)
    await suggest('seller', later)
    await confirm('buyer', later)
    await remind()
    expect((await reminders()).seller).toHaveLength(1)
    await moveTo(1.5)
    await remind()
    expect((await reminders()).seller).toHaveLength(2)
  })

  it.each<[string, () => Promise<unknown>]>([
    ['a suggestion', () => suggest('buyer', meetingIn(1))],
    ['a meeting confirmed shortly before it', () => agree(1.9)],
    ['a meeting that has begun', async () => [await agree(24), await moveTo(-0.1)]],
    [
      'a cancelled agreement',
      async () => [
        await agree(24),
        await moveTo(1),
        await takeStep(kofi, chat, { step: 'cancel', reason: 'changed-mind' }),
      ],
    ],
    [
      'an agreement that the seller ended on the dashboard',
      async () => [
        await agree(24),
        await moveTo(1),
        await setStatus(ama, productId, { status: 'available' }),
      ],
    ],
    [
      'a blocked person',
      async () => [await agree(24), await moveTo(1), await call(ama, 'PUT', `/api/blocks/${KOFI.id}`)],
    ],
    [
      'a confirmed deal',
      async () => [await agree(24), await moveTo(1), await takeStep(kofi, chat, { step: 'confirm' })],
    ],
    [
      'a lapsed reservation',
      async () => {
        await agree(24)
        await moveTo(1)
        await test.db
          .updateTable('agreements')
          .set({ due: inHours(0) })
          .execute()
        await endDueAgreements(ctx)
      },
    ],
    [
      'a replaced meeting before it is confirmed again',
      async () => [await agree(24), await suggest('seller', meetingIn(1))],
    ],
  ])('does not come for %s', async (_, happen) => {
    await happen()
    await remind()
    expect(await reminders()).toEqual(NONE)
  })

  it('forgets the name of a person who left', async () => {
    await agree(24)
    await moveTo(1)
    await remind()
    await test.db.transaction().execute((tx) => forgetMessageWriter(tx, KOFI.id))
    expect((await reminders()).seller).toEqual(['You agreed to meet.'])
    expect((await reminders()).buyer[0]).toContain('Ama Mensah')
  })

  it('is a choice of its own in the settings', async () => {
    await call(kofi, 'PUT', '/api/account/preferences', {
      news: { meeting: { inApp: false, push: false, email: false } },
    })
    await agree(24)
    await moveTo(1)
    await remind()
    const { buyer, seller } = await reminders()
    expect([buyer.length, seller.length]).toEqual([0, 1])
  })
})

it('the database refuses half of a meeting', async () => {
  const halves = [
    { set: { meeting_at: inHours(1) }, constraint: 'meeting_is_whole' },
    { set: { is_meeting_confirmed: true }, constraint: 'confirmed_meeting_is_suggested' },
    { set: { reminded_at: inHours(0) }, constraint: 'reminder_is_of_confirmed' },
  ]
  for (const { set, constraint } of halves)
    await expect(test.db.updateTable('agreements').set(set).execute()).rejects.toMatchObject({ constraint })
})

it('a line that was stored before there were meetings is still shown', async () => {
  await sql`update messages set step = step #- '{agreement,meeting}'`.execute(test.db)
  const { messages } = await call<{ messages: Message[] }>(kofi, 'GET', `/api/conversations/${chat}/messages`)
  expect(messages[0]?.step).toMatchObject({ kind: 'reserve', agreement: { state: 'agreed' } })
})

it('each category has checks of its own, or the general ones', async () => {
  const known = (await test.db.selectFrom('categories').select('id').execute()).map(({ id }) => id)
  const listed = CHECK_LISTS.flatMap(({ categories }) => categories)
  expect([...listed, 'other'].toSorted()).toEqual(known.toSorted())
  expect(checksOf('other')).toBe(checksOf(null))
  expect(checksOf('mobile').checks[0]).toContain('*#06#')
})

import { beforeEach, describe, expect, it } from 'vitest'
import type { QueueEntry } from '#contract/moderation/cases/queue.ts'
import { PROBLEMS } from '#contract/problem.ts'
import type { Target } from '#contract/moderation/reports/reports.ts'
import { createMarket, signIn } from '#testing/accounts/accounts.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { signInStaff, STAFF } from '#testing/accounts/staff.ts'
import type { TestClient } from '#testing/anonymous-client.ts'
import { insertProduct } from '#testing/market/products.ts'
import { setUp } from '#testing/set-up.ts'
import { closeRest } from './answering.ts'

const test = setUp(createMarket)
let esi: TestClient
let yaw: TestClient

beforeEach(async () => {
  for (const table of ['rate_limits', 'access_traces', 'cases', 'sanctions', 'staff'] as const)
    await test.db.deleteFrom(table).execute()
  esi = await signIn(test, 'esi')
  yaw = await signInStaff(test, 'moderator')
  await test.db.deleteFrom('notifications').execute()
})

const send = async <T>(method: 'GET' | 'POST', path: string, body?: object, by = yaw): Promise<T> =>
  (await (await by.send(method, `/api/moderation/${path}`, body)).json()) as T
const cards = async () => (await send<{ items: QueueEntry[] }>('GET', 'cases?sort=oldest')).items
const ids = async () => (await cards()).map(({ id }) => id)

interface Decided {
  decided: { caseId: string; decisionId: string; undoUntil: string | null }[]
  refused: { id: string; message: string }[]
}

const decide = (caseIds: string[], action: string, more: object = {}, by = yaw) => {
  const isFree = action === 'approve' || action === 'hold'
  return send<Decided>(
    'POST',
    'cases/decisions',
    {
      caseIds,
      action,
      rule: isFree ? null : 'true-listings',
      words: isFree ? '' : 'What we see in {thing} is not for sale, {name}.',
      days: null,
      isUndoable: true,
      ...more,
    },
    by,
  )
}

const report = (target: Target, reason = 'fake', by = esi) =>
  by.send('POST', '/api/reports', { target, reason, words: '' })

async function reportedListings(
  titles: string[],
  { by = PEOPLE.ama.id, reason = 'fake' }: { by?: string; reason?: string } = {},
) {
  for (const title of titles)
    await report({ kind: 'product', id: await insertProduct(test.db, { title, seller_id: by }) }, reason)
}
const decisions = () =>
  test.db.selectFrom('decisions').selectAll().where('subject_id', '=', PEOPLE.ama.id).orderBy('id').execute()
const answeredLines = () =>
  test.db
    .selectFrom('audit_entries')
    .select(['actor_id', 'detail'])
    .where('action', '=', 'closed-with-decision')
    .where('actor_id', '=', STAFF.yaw.id)
    .execute()
const notified = async (id: string) =>
  (await test.db.selectFrom('notifications').select('content').where('user_id', '=', id).execute())
    .map(({ content }) => content)
    .filter((content) => !content.startsWith('New login'))

describe('deciding several cases', () => {
  it('makes a decision of each, with words of its own, and takes all back', async () => {
    const before = (await decisions()).length
    await reportedListings(['Samsung A54', 'Nokia 3310'])
    const open = await cards()
    const { decided, refused } = await decide(await ids(), 'remove')
    expect(refused).toEqual([])
    expect(new Set(decided.map(({ decisionId }) => decisionId)).size).toBe(2)
    expect((await decisions()).slice(before).map(({ words }) => words)).toEqual([
      'What we see in your listing "Samsung A54" is not for sale, Ama Mensah.',
      'What we see in your listing "Nokia 3310" is not for sale, Ama Mensah.',
    ])
    expect(await cards()).toEqual([])
    const undone = await send('POST', 'decisions/undo', { ids: decided.map((each) => each.decisionId) })
    expect(undone).toEqual({ undone: 2, refused: [] })
    expect(await cards()).toEqual(open)
    expect(await notified(PEOPLE.ama.id)).toEqual([])
  })

  it('names those that failed, and decides the others', async () => {
    await reportedListings(['Samsung A54', 'Nokia 3310'])
    const [first = '', second = ''] = await ids()
    await decide([first], 'approve')
    await report({ kind: 'person', id: PEOPLE.ama.id })
    await reportedListings(['Kente cloth'], { by: PEOPLE.kofi.id })
    const [, person = '', ofKofi = ''] = await ids()
    await test.db
      .insertInto('blocks')
      .values({ blocker_id: STAFF.yaw.id, blocked_id: PEOPLE.kofi.id })
      .execute()
    const unknown = crypto.randomUUID()
    const { decided, refused } = await decide([first, second, person, ofKofi, unknown], 'remove')
    expect(decided.map(({ caseId }) => caseId)).toEqual([second])
    expect(refused).toEqual([
      { id: first, message: PROBLEMS['case-decided'].message },
      { id: person, message: 'This action does not apply here' },
      { id: ofKofi, message: 'Somebody else has to decide about this.' },
      { id: unknown, message: PROBLEMS['not-found'].message },
    ])
    await test.db.deleteFrom('blocks').execute()
  })

  it('leaves cases about staff to administrators', async () => {
    await report({ kind: 'person', id: STAFF.yaw.id }, 'spam')
    const abena = await signInStaff(test, 'administrator', 'abena')
    const [{ id } = { id: '' }] = (await send<{ items: QueueEntry[] }>('GET', 'cases', undefined, abena))
      .items
    expect((await decide([id], 'warn')).refused).toHaveLength(1)
    await signInStaff(test, 'moderator', 'abena')
    expect((await decide([id], 'warn', {}, abena)).refused).toHaveLength(1)
    expect(await decisions()).toSatisfy((all: { target_id: string }[]) =>
      all.every((each) => each.target_id !== STAFF.yaw.id),
    )
  })

  it('refuses more than 100, none, and the same twice', async () => {
    const form = { action: 'approve', rule: null, words: '', days: null }
    const many = Array.from({ length: 101 }, () => crypto.randomUUID())
    const status = async (caseIds: string[]) =>
      (await yaw.send('POST', '/api/moderation/cases/decisions', { ...form, caseIds })).status
    const [one = ''] = many
    expect([await status(many), await status([]), await status([one, one])]).toEqual([422, 422, 422])
  })

  it('needs a rule, words and a fresh code as single decisions do', async () => {
    await reportedListings(['Samsung A54'])
    const form = { caseIds: await ids(), action: 'ban', rule: null, words: '', days: null }
    const refused = await yaw.send('POST', '/api/moderation/cases/decisions', form)
    expect(refused.status).toBe(422)
    const age = new Date(Date.now() - 11 * 60_000).toISOString()
    await test.db
      .updateTable('accounts')
      .set({ totp_enabled_at: age })
      .where('id', '=', STAFF.yaw.id)
      .execute()
    await test.db.updateTable('sessions').set({ second_step_at: age }).execute()
    expect(await decide(await ids(), 'ban')).toMatchObject({ error: { code: 'second-step-required' } })
    expect(await cards()).toHaveLength(1)
  })
})

describe('a sanction', () => {
  it('is decided once for a person, and closes the ticked cases of that person', async () => {
    const before = (await decisions()).length
    await reportedListings(['Samsung A54', 'Nokia 3310', 'Kettle'])
    const [first = '', second = '', third = ''] = await ids()
    const { decided } = await decide([first, second], 'limit', { days: 3 })
    expect(decided.map(({ caseId }) => caseId)).toEqual([first, second])
    expect((await decisions()).length - before).toBe(1)
    expect(await ids()).toEqual([third])
    expect((await answeredLines()).map(({ detail }) => detail)).toEqual([
      { case: second, action: 'limit', decision: decided[0]?.decisionId },
    ])
    expect(await notified(PEOPLE.ama.id)).toHaveLength(1)
  })
})

describe('a ban', () => {
  it('closes all open cases of the person but a danger, and reporters hear of each', async () => {
    const audited = (await answeredLines()).length
    await reportedListings(['Samsung A54', 'Nokia 3310'])
    await reportedListings(['Knife'], { reason: 'threat' })
    await reportedListings(['Kente cloth'], { by: PEOPLE.kofi.id })
    const [first = '', second = '', danger = '', ofKofi = ''] = await ids()
    // The class of a reporter who was often wrong.
    await test.db.updateTable('cases').set({ harm: 2 }).where('id', '=', danger).execute()
    const ban = { action: 'ban', rule: 'true-listings', words: 'Fakes.', days: null, caseId: first }
    const [card] = await cards()
    const reply = await send<{ closed: string[] }>('POST', 'decisions', { ...ban, target: card?.target })
    expect(reply.closed).toEqual([second])
    expect(await ids()).toEqual([danger, ofKofi])
    expect((await answeredLines()).slice(audited)).toMatchObject([
      { detail: { case: second, action: 'ban' } },
    ])
    const heard = (await notified(PEOPLE.esi.id)).join()
    expect(heard).toMatch(/Nokia 3310/)
    expect(heard).toMatch(/Samsung A54/)
    const own = await test.db
      .selectFrom('reports')
      .select('outcome')
      .where('case_id', 'in', [first, second])
      .execute()
    expect(own).toEqual([{ outcome: 'upheld' }, { outcome: 'upheld' }])
    const { decided } = await decide([danger], 'ban')
    expect(decided.map(({ caseId }) => caseId)).toEqual([danger])
  })

  it('closes what is left of more than 100 cases afterwards', async () => {
    await reportedListings(['Samsung A54'])
    await test.db
      .insertInto('cases')
      .values(
        Array.from({ length: 120 }, () => ({
          target_kind: 'review',
          target_id: crypto.randomUUID(),
          subject_id: PEOPLE.ama.id,
        })),
      )
      .execute()
    const [caseId = ''] = await ids()
    const { decided } = await decide([caseId], 'ban')
    expect(decided).toHaveLength(101)
    const { open } = await send<{ open: number }>('GET', 'cases')
    expect(open).toBe(20)
    await closeRest({ db: test.db, jobs: test.jobs }, decided[0]?.decisionId ?? '')
    expect(await cards()).toEqual([])
  })
})

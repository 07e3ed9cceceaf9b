import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CaseCard } from '#contract/moderation/cases/cases.ts'
import type { HarmFigures } from '#contract/moderation/cases/colleagues.ts'
import { createMarket, signIn } from '#testing/accounts/accounts.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { finishDecision } from '#server/moderation/cases/undo/undoing.ts'
import { signInStaff } from '#testing/accounts/staff.ts'
import type { TestClient } from '#testing/anonymous-client.ts'
import { insertProduct } from '#testing/market/products.ts'
import { setUp } from '#testing/set-up.ts'

const test = setUp(createMarket)
let ama: TestClient
let kofi: TestClient
let yaw: TestClient
let abena: TestClient

beforeEach(async () => {
  for (const table of ['rate_limits', 'appeals', 'cases', 'sanctions', 'staff', 'products'] as const)
    await test.db.deleteFrom(table).execute()
  ama = await signIn(test, 'ama')
  kofi = await signIn(test, 'kofi')
  yaw = await signInStaff(test, 'moderator')
  abena = await signInStaff(test, 'moderator', 'abena')
})

const body = async <T>(response: Promise<Response>): Promise<T> => (await response).json() as T

interface Figures {
  figures: HarmFigures[]
  withoutCase: { appeals: number; overturned: number }
}
const figures = (by = yaw) => body<Figures>(by.send('GET', '/api/moderation/figures'))
const ofHarm = async (harm: string, by = yaw) =>
  (await figures(by)).figures.find((each) => each.harm === harm)
const NOTHING = {
  waiting: 0,
  decided: 0,
  upheld: 0,
  medianHours: null,
  p90Hours: null,
  appeals: 0,
  overturned: 0,
}

/** Opens a case about a new listing of Ama that began so many hours ago. */
async function report(reason = 'prepayment', hoursAgo = 0): Promise<CaseCard> {
  const id = await insertProduct(test.db)
  const sent = await kofi.send('POST', '/api/reports', { target: { kind: 'product', id }, reason, words: '' })
  expect(sent.ok).toBe(true)
  await sql`update cases set opened_at = now() - make_interval(hours => ${hoursAgo}) where target_id = ${id}`.execute(
    test.db,
  )
  const { items } = await body<{ items: CaseCard[] }>(yaw.send('GET', '/api/moderation/cases'))
  return items.find((card) => card.target.id === id) as CaseCard
}

const decide = ({ id, target }: Pick<CaseCard, 'target'> & { id?: string }, action = 'remove') =>
  body<{ id: string }>(
    yaw.send('POST', '/api/moderation/decisions', {
      target,
      caseId: id,
      action,
      rule: action === 'remove' ? 'no-money-first' : null,
      words: action === 'remove' ? 'You asked for money first.' : '',
      days: null,
      isUndoable: true,
    }),
  )

async function appeal(decisionId: string, outcome: 'upheld' | 'rejected') {
  await finishDecision({ db: test.db, jobs: test.jobs }, decisionId)
  await ama.send('POST', `/api/decisions/${decisionId}/appeal`, { words: 'It is mine' })
  const { appeals } = await body<{ appeals: { id: string }[] }>(abena.send('GET', '/api/moderation/appeals'))
  const [first] = appeals
  const sent = await abena.send('POST', `/api/moderation/appeals/${first?.id}`, {
    outcome,
    words: 'We looked again.',
  })
  expect(sent.status).toBe(200)
}

describe('the figures of the week', () => {
  it('are zero for an empty week', async () => {
    const { figures: all, withoutCase } = await figures()
    expect(all.map(({ harm }) => harm)).toEqual(['danger', 'money', 'goods', 'deceit', 'nuisance'])
    for (const { harm: _, ...rest } of all) expect(rest).toEqual(NOTHING)
    expect(withoutCase).toEqual({ appeals: 0, overturned: 0 })
  })

  it('count what waits, was decided and was right, by class', async () => {
    await report('prepayment')
    for (const hours of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]) await decide(await report('prepayment', hours))
    await decide(await report('prepayment', 11), 'approve')
    await decide(await report('wrong-category', 5), 'approve')
    const money = await ofHarm('money')
    expect(money).toMatchObject({ waiting: 1, decided: 11, upheld: 10 })
    expect(money?.medianHours).toBeCloseTo(6, 1)
    expect(money?.p90Hours).toBeCloseTo(10, 1)
    expect(await ofHarm('nuisance')).toMatchObject({ waiting: 0, decided: 1, upheld: 0 })
  })

  it('leave out older weeks and decisions that only hold', async () => {
    await decide(await report('prepayment', 3), 'hold')
    const old = await report('prepayment', 300)
    await decide(old)
    await sql`update cases set decided_at = now() - interval '8 days' where id = ${old.id}`.execute(test.db)
    expect(await ofHarm('money')).toMatchObject({ waiting: 1, decided: 0, medianHours: null })
  })

  it('forget a decision that was taken back', async () => {
    const { id } = await decide(await report('prepayment', 2))
    expect(await ofHarm('money')).toMatchObject({ waiting: 0, decided: 1, upheld: 1 })
    expect((await yaw.send('DELETE', `/api/moderation/decisions/${id}`)).status).toBe(200)
    expect(await ofHarm('money')).toEqual({ harm: 'money', ...NOTHING, waiting: 1 })
  })

  it('count appeals by the class of their case, and others apart', async () => {
    await appeal((await decide(await report('prepayment'))).id, 'upheld')
    await appeal((await decide(await report('prepayment'))).id, 'rejected')
    await appeal(
      (await decide({ target: { kind: 'product', id: await insertProduct(test.db) } })).id,
      'upheld',
    )
    expect(await ofHarm('money')).toMatchObject({ decided: 2, appeals: 2, overturned: 1 })
    expect((await figures()).withoutCase).toEqual({ appeals: 1, overturned: 1 })
    await sql`alter table appeals disable trigger user`.execute(test.db)
    await sql`update appeals set decided_at = now() - interval '8 days'`.execute(test.db)
    await sql`alter table appeals enable trigger user`.execute(test.db)
    expect(await ofHarm('money')).toMatchObject({ decided: 2, appeals: 0, overturned: 0 })
  })

  it('show moderators nothing of cases that they may not see', async () => {
    await report('prepayment')
    await decide(await report('prepayment'))
    await test.db.insertInto('staff').values({ account_id: PEOPLE.ama.id, role: 'moderator' }).execute()
    expect(await ofHarm('money')).toMatchObject({ waiting: 0, decided: 0 })
    const administrator = await signInStaff(test, 'administrator', 'abena')
    expect(await ofHarm('money', administrator)).toMatchObject({ waiting: 1, decided: 1 })
  })
})

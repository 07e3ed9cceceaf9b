import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ProblemBody } from '#contract/problem.ts'
import type { Target } from '#contract/moderation/reports/reports.ts'
import { appealToken as appealTokenOf } from '#server/moderation/sanctions/service.ts'
import { createMarket, PASSWORD, signIn } from '#testing/accounts/accounts.ts'
import { createAnonymousClient, type TestClient } from '#testing/anonymous-client.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { enterSecondStep, signInStaff, STAFF } from '#testing/accounts/staff.ts'
import { setUp } from '#testing/set-up.ts'

const test = setUp(createMarket)
let yaw: TestClient
let abena: TestClient
let stranger: TestClient

beforeEach(async () => {
  for (const table of ['rate_limits', 'sanctions', 'appeals', 'staff'] as const)
    await test.db.deleteFrom(table).execute()
  yaw = await signInStaff(test, 'moderator')
  abena = await signInStaff(test, 'administrator', 'abena')
  stranger = createAnonymousClient(test.app)
})

const body = async <T>(response: Promise<Response>): Promise<T> => (await response).json() as T
const person: Target = { kind: 'person', id: PEOPLE.ama.id }
const ban = (more: object = {}) =>
  yaw.send('POST', '/api/moderation/decisions', {
    target: person,
    action: 'ban',
    rule: 'no-money-first',
    words: 'You asked five people for money first.',
    days: null,
    ...more,
  })
const refusalOf = async (response: Promise<Response>) => (await body<ProblemBody>(response)).error
const logIn = (password = PASSWORD) =>
  refusalOf(stranger.send('POST', '/api/auth/login', { email: PEOPLE.ama.email, password }))
const read = (token: string | undefined) => stranger.send('POST', '/api/appeals/decision', { token })

async function insertBan(daysAgo: number): Promise<string> {
  const { id } = await test.db
    .insertInto('decisions')
    .values({
      target_kind: 'person',
      target_id: PEOPLE.ama.id,
      subject_id: PEOPLE.ama.id,
      moderator_id: STAFF.yaw.id,
      action: 'ban',
      words: 'You asked five people for money first.',
      created_at: sql`now() - make_interval(days => ${daysAgo})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

describe('a sanction by a moderator', () => {
  it('requires a recent second step before anything happens', async () => {
    const age = sql<string>`now() - interval '11 minutes'`
    await test.db
      .updateTable('accounts')
      .set({ totp_enabled_at: age })
      .where('id', '=', STAFF.yaw.id)
      .execute()
    await test.db.updateTable('sessions').set({ second_step_at: age }).execute()
    expect((await refusalOf(ban())).code).toBe('second-step-required')
    for (const action of ['limit', 'suspend'])
      expect((await refusalOf(ban({ action, days: 3 }))).code).toBe('second-step-required')
    expect(await test.db.selectFrom('sanctions').select('kind').execute()).toEqual([])
    const warn = { target: person, action: 'warn', rule: 'no-money-first', words: 'Do not.', days: null }
    expect((await yaw.send('POST', '/api/moderation/decisions', warn)).status).toBe(201)
    await yaw.send('POST', '/api/account/reauthenticate', { password: PASSWORD })
    expect((await refusalOf(ban())).code).toBe('second-step-required')
    await enterSecondStep(test, STAFF.yaw.id)
    expect((await ban()).status).toBe(201)
  })
})

describe('a banned person', () => {
  it('reads the decision at log-in, appeals, and reads the outcome', async () => {
    await ban()
    const { code, appealToken } = await logIn()
    expect(code).toBe('account-banned')
    const decision = {
      action: 'ban',
      rule: 'no-money-first',
      words: 'You asked five people for money first.',
    }
    expect(await body(read(appealToken))).toMatchObject({ ...decision, appeal: null, mayAppeal: true })
    const sent = await stranger.send('POST', '/api/appeals', { token: appealToken, words: 'It was not me' })
    expect(sent.status).toBe(201)
    const { appeals } = await body<{ appeals: { id: string }[] }>(
      abena.send('GET', '/api/moderation/appeals'),
    )
    await abena.send('POST', `/api/moderation/appeals/${appeals[0]?.id}`, {
      outcome: 'rejected',
      words: 'The messages are yours.',
    })
    const again = await logIn()
    expect(await body(read(again.appealToken))).toMatchObject({
      appeal: { outcome: 'rejected', outcomeWords: 'The messages are yours.' },
      mayAppeal: false,
    })
  })

  it('can use the appeal link during the ban, or otherwise for 180 days', async () => {
    const decision_id = await insertBan(181)
    await test.db
      .insertInto('sanctions')
      .values({ person_id: PEOPLE.ama.id, kind: 'banned', decision_id })
      .execute()
    const { appealToken: token } = await logIn()
    expect((await read(token)).status).toBe(200)
    await test.db.deleteFrom('sanctions').execute()
    expect((await refusalOf(read(token))).code).toBe('link-expired')
    const appeal = stranger.send('POST', '/api/appeals', { token, words: 'It was not me' })
    expect((await refusalOf(appeal)).code).toBe('link-expired')
    expect((await read(appealTokenOf(test, await insertBan(179)))).status).toBe(200)
  })

  it('sees the ban only in a browser where they were signed in', async () => {
    const ama = await signIn(test, 'ama')
    const others = await signIn(test, 'kofi')
    const refresh = (client: TestClient) => refusalOf(client.send('POST', '/api/auth/refresh', {}))
    await ban()
    const refusal = await refresh(ama)
    expect(refusal.code).toBe('account-banned')
    expect(refusal.appealToken).toBeUndefined()
    await test.db.deleteFrom('sessions').where('account_id', '=', PEOPLE.kofi.id).execute()
    expect((await refresh(others)).code).toBe('session-ended')
    ama.cookies.delete('sankofa-device')
    expect((await refresh(ama)).code).toBe('session-ended')
  })

  it('gets an appeal link only for the right password', async () => {
    await ban()
    const refusal = await logIn('Wrong-2026')
    expect(refusal.code).toBe('invalid-credentials')
    expect(refusal.appealToken).toBeUndefined()
  })

  it('cannot read a decision with a forged token', async () => {
    expect((await refusalOf(read(`${crypto.randomUUID()}.AAAA`))).code).toBe('link-expired')
    expect((await refusalOf(read('-'))).code).toBe('link-expired')
  })
})

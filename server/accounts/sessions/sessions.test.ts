import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { createMarket, PASSWORD, signIn } from '#testing/accounts/accounts.ts'
import { createAnonymousClient, type TestClient } from '#testing/anonymous-client.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { receivedAll } from '#testing/received-all.ts'
import { problemOf } from '#testing/replies.ts'
import { setUp } from '#testing/set-up.ts'

const REFRESH = 'sankofa-refresh'

const test = setUp(createMarket)
const forgetLimits = () => test.db.deleteFrom('rate_limits').execute()
beforeEach(forgetLimits)

const sessionIdIn = (token: string) => token.split('.')[0] ?? ''
const tokenOf = (client: TestClient) => client.cookies.get(REFRESH) ?? ''

/** A browser that has this refresh token and nothing else. */
function holderOf(token: string): TestClient {
  const holder = createAnonymousClient(test.app)
  holder.cookies.set(REFRESH, token)
  return holder
}

const refresh = async (client: TestClient) => (await client.send('POST', '/api/auth/refresh', {})).status

/** Ages the used tokens of a session by a minute. */
const age = (sessionId: string) =>
  test.db
    .updateTable('refresh_tokens')
    .set({ used_at: sql`used_at - interval '1 minute'` })
    .where('session_id', '=', sessionId)
    .where('used_at', 'is not', null)
    .execute()

interface Device {
  person: keyof typeof PEOPLE
  cookies: Map<string, string>
}

/** Signs in on a known device, so that no mail warns of it. */
async function signInAgain({ person, cookies }: Device): Promise<TestClient> {
  const again = createAnonymousClient(test.app)
  again.cookies = new Map(cookies)
  const credentials = { email: PEOPLE[person].email, password: PASSWORD }
  await forgetLimits()
  const response = await again.send('POST', '/api/auth/login', credentials)
  again.token = ((await response.json()) as { session: { access_token: string } }).session.access_token
  return again
}

const exists = async (sessionId: string) =>
  (await test.db.selectFrom('sessions').select('id').where('id', '=', sessionId).executeTakeFirst()) !==
  undefined

describe('a stolen refresh token', () => {
  type Step = 'rotate' | 'reuse' | 'sign out'
  interface Interleaving {
    /** `delay` counts the round trips to the database before a step. */
    steps: { step: Step; delay: number }[]
    theftDelay: number
  }
  const delay = fc.integer({ min: 0, max: 4 })
  const interleaving: fc.Arbitrary<Interleaving> = fc.record({
    steps: fc.array(
      fc.record({ step: fc.constantFrom<Step>('rotate', 'rotate', 'reuse', 'sign out'), delay }),
      { minLength: 1, maxLength: 4 },
    ),
    theftDelay: delay,
  })

  /** Plays one interleaving. Returns every status, and whether the session is left. */
  async function play(device: Device, { steps, theftDelay }: Interleaving) {
    const owner = await signInAgain(device)
    const stolen = tokenOf(owner)
    await refresh(owner)
    const sessionId = sessionIdIn(stolen)
    await age(sessionId)
    const current = tokenOf(owner)
    const acts: Record<Step, () => Promise<number>> = {
      rotate: () => refresh(holderOf(current)),
      reuse: () => refresh(holderOf(stolen)),
      'sign out': async () => (await owner.send('POST', '/api/auth/logout', { scope: 'local' })).status,
    }
    const begun = [...steps, { step: 'reuse' as const, delay: theftDelay }].map(async (each) => {
      for (let trip = 0; trip < each.delay; trip += 1) await sql`select`.execute(test.db)
      return acts[each.step]()
    })
    return { statuses: await Promise.all(begun), isLeft: await exists(sessionId) }
  }

  it('leaves no descendant and no server error in a hundred races with a rotation', async () => {
    const seed = randomBytes(4).readInt32BE()
    const waiting = fc.sample(interleaving, { numRuns: 100, seed })
    const bad: unknown[] = []
    const lane = async (person: keyof typeof PEOPLE) => {
      const device = { person, cookies: (await signIn(test, person)).cookies }
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const { statuses, isLeft } = await play(device, next)
        if (isLeft || statuses.some((status) => ![200, 401].includes(status)))
          bad.push({ ...next, statuses, isLeft })
      }
    }
    await Promise.all((['ama', 'ama', 'kofi', 'kofi', 'esi', 'esi'] as const).map(lane))
    expect(bad, `seed ${seed}`).toEqual([])
  })

  it('counts as stolen even after its row was deleted', async () => {
    const owner = await signIn(test, 'esi')
    const stolen = tokenOf(owner)
    await refresh(owner)
    await test.db.deleteFrom('refresh_tokens').where('used_at', 'is not', null).execute()
    expect(await refresh(holderOf(stolen))).toBe(401)
    expect(await refresh(owner)).toBe(401)
  })

  it('does not end the session if it is forged', async () => {
    const owner = await signIn(test, 'esi')
    const sessionId = sessionIdIn(tokenOf(owner))
    for (let count = 0; count < 50; count += 1) {
      const forged = `${sessionId}.${randomBytes(32).toString('base64url')}`
      expect(await refresh(holderOf(forged))).toBe(401)
    }
    expect(await refresh(owner)).toBe(200)
  })
})

it('refreshing is limited per session', async () => {
  const owner = await signIn(test, 'esi')
  const other = await signIn(test, 'esi')
  const statuses: number[] = []
  for (let count = 0; count < 40; count += 1) statuses.push(await refresh(owner))
  expect(statuses.filter((status) => status === 200)).toHaveLength(30)
  const refused = await owner.send('POST', '/api/auth/refresh', {})
  expect((await problemOf(refused)).code).toBe('too-many-requests')
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect(await refresh(other)).toBe(200)
  const keys = test.db.selectFrom('rate_limits').select('key').where('key', 'like', 'refresh%')
  // A key with a colon would be looked up as a person's id each time.
  expect((await keys.execute()).filter(({ key }) => key.includes(':'))).toEqual([])
  const sessionId = sessionIdIn(tokenOf(owner))
  const rows = test.db.selectFrom('refresh_tokens').select('hash').where('session_id', '=', sessionId)
  expect(await rows.execute()).toHaveLength(31)
})

it('the fifty-first session of a person ends the least recently used one', async () => {
  const first = await signIn(test, 'esi')
  const read = async () => (await first.send('GET', '/api/profile')).status
  expect(await read()).toBe(200)
  const second = await signIn(test, 'esi')
  for (let count = 0; count < 49; count += 1) {
    await forgetLimits()
    await signIn(test, 'esi')
  }
  await receivedAll(test)
  expect(await read()).toBe(401)
  expect(await refresh(first)).toBe(401)
  expect(await refresh(second)).toBe(200)
})

it('a session ends a year after its sign-in, even if it is used', async () => {
  const ama = await signIn(test, 'ama')
  const sessionId = sessionIdIn(tokenOf(ama))
  const signedIn = (days: number) =>
    test.db
      .updateTable('sessions')
      .set({ created_at: sql`now() - make_interval(days => ${days})` })
      .where('id', '=', sessionId)
      .execute()
  await signedIn(364)
  expect(await refresh(ama)).toBe(200)
  expect(await refresh(ama)).toBe(200)
  await signedIn(366)
  expect(await refresh(ama)).toBe(200)
  expect(await refresh(ama)).toBe(401)
})

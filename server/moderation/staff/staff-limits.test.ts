import { beforeEach, describe, expect, it } from 'vitest'
import { createMarket } from '#testing/accounts/accounts.ts'
import type { TestClient } from '#testing/anonymous-client.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { insertProduct } from '#testing/market/products.ts'
import { setUp } from '#testing/set-up.ts'
import { signInStaff, STAFF } from '#testing/accounts/staff.ts'

const test = setUp(createMarket)
let yaw: TestClient
let abena: TestClient
let since: string

beforeEach(async () => {
  for (const table of ['rate_limits', 'sanctions', 'cases', 'staff'] as const)
    await test.db.deleteFrom(table).execute()
  yaw = await signInStaff(test, 'moderator')
  abena = await signInStaff(test, 'administrator', 'abena')
  since = new Date().toISOString()
})

/** Sets the number of actions that Yaw has taken within the hour. */
const doneAlready = (what: string, count: number) =>
  test.db.updateTable('rate_limits').set({ count }).where('key', 'like', `${what}:%`).execute()
const audit = () =>
  test.db
    .selectFrom('audit_entries')
    .select(['action', 'actor_id', 'target_id', 'detail'])
    .where('created_at', '>=', since)
    .where('actor_id', '=', STAFF.yaw.id)
    .orderBy('id')
    .execute()
const codeOf = async (response: Response) =>
  response.ok ? 'done' : ((await response.json()) as { error: { code: string } }).error.code
const get = async (path: string, by = yaw) => codeOf(await by.send('GET', `/api/moderation/${path}`))
const target = { kind: 'person', id: PEOPLE.ama.id }
const decide = async (action: string, days: number | null, by = yaw) =>
  codeOf(
    await by.send('POST', '/api/moderation/decisions', {
      target,
      action,
      rule: 'no-spam',
      words: 'Once is enough.',
      days,
    }),
  )

describe('lookups of people', () => {
  it('are audited with the people shown, but without the search text', async () => {
    await get('people?q=kofi@example.com')
    await get(`people?q=${PEOPLE.ama.id}`)
    await get(`people/${PEOPLE.ama.id}`)
    expect(await audit()).toMatchObject([
      { action: 'searched-people', detail: { shown: 'contacts', people: [PEOPLE.kofi.id] } },
      { action: 'looked-up-contacts', target_id: PEOPLE.ama.id, detail: { shown: 'contacts' } },
      { action: 'looked-up-person', target_id: PEOPLE.ama.id, detail: { decisions: 0 } },
    ])
    expect(JSON.stringify(await audit())).not.toContain('kofi@')
  })

  it('are limited to sixty per hour and staff member, not counting repeats', async () => {
    await get(`people/${PEOPLE.ama.id}`)
    await doneAlready('look-ups', 59)
    expect(await get(`people/${PEOPLE.ama.id}`)).toBe('done')
    expect(await get(`people/${PEOPLE.kofi.id}`)).toBe('done')
    for (const path of ['people?q=Mensah', `people?q=${PEOPLE.esi.id}`, `people/${PEOPLE.esi.id}`]) {
      expect(await get(path)).toBe('staff-too-fast')
      expect(await get(path)).toBe('staff-too-fast')
    }
    expect(await get(`people/${PEOPLE.esi.id}`, abena)).toBe('done')
    expect((await audit()).map(({ target_id }) => target_id)).toEqual([PEOPLE.ama.id, PEOPLE.kofi.id])
  })

  it('are audited once within a case, without a limit', async () => {
    const productId = await insertProduct(test.db)
    const { id } = await test.db
      .insertInto('cases')
      .values({ target_kind: 'product', target_id: productId, subject_id: PEOPLE.ama.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    await get(`people/${PEOPLE.kofi.id}`)
    await doneAlready('look-ups', 60)
    for (const _ of [1, 2]) expect(await get(`cases/${id}`)).toBe('done')
    expect((await audit()).slice(1)).toMatchObject([
      { action: 'looked-at-case', target_id: productId, detail: { case: id, person: PEOPLE.ama.id } },
    ])
  })
})

describe('searches for listings', () => {
  it('are audited with the results and limited to sixty per hour and staff member', async () => {
    const id = await insertProduct(test.db, { title: 'Zinc bucket' })
    for (const q of ['zinc', id]) expect(await get(`listings?q=${q}`)).toBe('done')
    const shown = { action: 'searched-listings', detail: { listings: [id] } }
    expect(await audit()).toMatchObject([shown, shown])
    await doneAlready('listing-searches', 60)
    expect(await get('listings?q=zinc')).toBe('staff-too-fast')
    expect(await get('listings?q=zinc', abena)).toBe('done')
    expect(await get(`people/${PEOPLE.ama.id}`)).toBe('done')
  })
})

describe('views of the mail log', () => {
  it('are audited with the people shown, once for an unchanged page', async () => {
    yaw = await signInStaff(test, 'administrator')
    await test.jobs.settled()
    await test.db.deleteFrom('mail_log').execute()
    const mail = { kind: 'digest', masked_address: 'k…@example.com', person_id: PEOPLE.kofi.id }
    await test.db.insertInto('mail_log').values([mail, mail]).execute()
    for (const _ of [1, 2]) expect(await get('mails')).toBe('done')
    await test.db.insertInto('mail_log').values(mail).execute()
    expect(await get('mails')).toBe('done')
    const shown = { action: 'looked-at-mails', detail: { people: [PEOPLE.kofi.id] } }
    expect(await audit()).toMatchObject([shown, shown])
  })
})

describe('decisions', () => {
  it('are limited to thirty sanctions per hour and staff member', async () => {
    expect(await decide('limit', 3)).toBe('done')
    await doneAlready('shut-outs', 29)
    expect(await decide('suspend', 3)).toBe('done')
    for (const [action, days] of [
      ['limit', 3],
      ['suspend', 3],
      ['ban', null],
    ] as const)
      expect(await decide(action, days)).toBe('staff-too-fast')
    expect(await decide('warn', null)).toBe('done')
    expect(await decide('ban', null, abena)).toBe('done')
  })

  it('refuse words with contacts or links of strangers', async () => {
    for (const words of ['Pay 50 to 0241234567 to come back', 'Appeal at sankofa-help.com'])
      for (const [path, form] of [
        ['decisions', { target, action: 'warn', rule: 'no-spam', days: null }],
        [`appeals/${PEOPLE.ama.id}`, { outcome: 'rejected' }],
        [`held-messages/${PEOPLE.ama.id}`, { outcome: 'refused' }],
      ] as const) {
        const response = await yaw.send('POST', `/api/moderation/${path}`, { ...form, words })
        const { error } = (await response.json()) as { error: { fields: { field: string }[] } }
        expect(error.fields.map(({ field }) => field)).toEqual(['words'])
      }
    expect(await decide('warn', null)).toBe('done')
  })

  it('are limited to three hundred of any kind per hour', async () => {
    yaw = await signInStaff(test, 'administrator')
    await decide('warn', null)
    await doneAlready('decisions', 300)
    expect(await decide('warn', null)).toBe('staff-too-fast')
    const id = PEOPLE.ama.id
    const appeal = { outcome: 'rejected', words: 'It stays.' }
    const held = { outcome: 'released', words: '' }
    for (const [method, path, body] of [
      ['POST', `appeals/${id}`, appeal],
      ['POST', `held-messages/${id}`, held],
      ['DELETE', `listings/${id}`, undefined],
      ['DELETE', `people/${id}`, undefined],
    ] as const)
      expect(await codeOf(await yaw.send(method, `/api/moderation/${path}`, body))).toBe('staff-too-fast')
  })
})

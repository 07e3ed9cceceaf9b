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

/** As if Yaw had done so many of them within the hour. */
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

describe('look-ups of people', () => {
  it('are written down with who was shown, and not with what was typed', async () => {
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

  it('are at most sixty in an hour for each of the staff; the same person again counts once', async () => {
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

  it('in a case are written down once, and not limited', async () => {
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
  it('are written down with what was shown, at most sixty in an hour for each of the staff', async () => {
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

describe('looks at the mail log', () => {
  it('are written down with whose mails were shown, once for a page that is drawn again', async () => {
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
  it('that limit or shut out are at most thirty in an hour for each of the staff', async () => {
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

  it('say nothing to people that leads them to a stranger', async () => {
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

  it('are at most three hundred in an hour, of whatever kind', async () => {
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

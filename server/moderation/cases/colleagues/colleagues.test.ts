import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CaseCard } from '#contract/moderation/cases/cases.ts'
import type { CaseNote, DeskActivity } from '#contract/moderation/cases/colleagues.ts'
import { createMarket, signIn } from '#testing/accounts/accounts.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { signInStaff, STAFF } from '#testing/accounts/staff.ts'
import type { TestClient } from '#testing/anonymous-client.ts'
import { insertProduct } from '#testing/market/products.ts'
import { setUp } from '#testing/set-up.ts'
import { deleteOldHistory } from '#server/moderation/cases/history-queries.ts'

const test = setUp(createMarket)
let kofi: TestClient
let yaw: TestClient
let abena: TestClient
let productId: string
let caseId: string

beforeEach(async () => {
  for (const table of ['rate_limits', 'cases', 'sanctions', 'staff'] as const)
    await test.db.deleteFrom(table).execute()
  kofi = await signIn(test, 'kofi')
  yaw = await signInStaff(test, 'moderator')
  abena = await signInStaff(test, 'moderator', 'abena')
  productId = await insertProduct(test.db)
  const target = { kind: 'product', id: productId }
  await kofi.send('POST', '/api/reports', { target, reason: 'fake', words: 'Look at this' })
  const { items } = await body<{ items: CaseCard[] }>(yaw.send('GET', '/api/moderation/cases'))
  caseId = items.find((card) => card.target.id === productId)?.id ?? ''
})

const body = async <T>(response: Promise<Response>): Promise<T> => (await response).json() as T
const statusOf = async (response: Promise<Response>) => (await response).status
const codeOf = async (response: Promise<Response>) =>
  (await body<{ error: { code: string } }>(response)).error.code
const at = (path: string) => `/api/moderation/cases/${caseId}/${path}`
const activity = (by: TestClient) => body<DeskActivity>(by.send('GET', '/api/moderation/activity'))
const claim = (by: TestClient) => by.send('PUT', at('claim'))
const decide = (by: TestClient, action = 'approve') =>
  body<{ id: string }>(
    by.send('POST', '/api/moderation/decisions', {
      target: { kind: 'product', id: productId },
      caseId,
      action,
      rule: null,
      words: '',
      days: null,
      isUndoable: true,
    }),
  )
const yawDarko = { id: STAFF.yaw.id, name: 'Yaw Darko' }

describe('a claim', () => {
  const age = (minutes: number) =>
    test.db
      .updateTable('case_claims')
      .set({ seen_at: sql`now() - make_interval(mins => ${minutes})` })
      .execute()

  it('is shown to colleagues until the moderator leaves', async () => {
    expect(await statusOf(claim(yaw))).toBe(200)
    expect((await activity(abena)).looking).toEqual([{ caseId, moderator: yawDarko }])
    expect((await activity(yaw)).looking).toEqual([])
    await yaw.send('DELETE', at('claim'))
    expect((await activity(abena)).looking).toEqual([])
  })

  it('expires after ten minutes without a sign of life', async () => {
    await claim(yaw)
    await age(9)
    expect((await activity(abena)).looking).toHaveLength(1)
    await age(10)
    expect((await activity(abena)).looking).toEqual([])
    await claim(yaw)
    expect((await activity(abena)).looking).toHaveLength(1)
  })

  it('keeps nobody from deciding, and ends with the decision', async () => {
    await claim(yaw)
    const { id } = await decide(abena)
    expect(await activity(yaw)).toMatchObject({
      looking: [],
      decided: [{ caseId, moderator: { id: STAFF.abena.id }, action: 'approve' }],
    })
    expect(await statusOf(claim(yaw))).toBe(200)
    expect((await activity(abena)).looking).toEqual([])
    await abena.send('DELETE', `/api/moderation/decisions/${id}`)
    expect(await activity(yaw)).toEqual({ looking: [], decided: [] })
  })

  it('is held by several moderators at once', async () => {
    await claim(yaw)
    await claim(abena)
    expect((await activity(abena)).looking).toHaveLength(1)
    expect((await activity(yaw)).looking).toHaveLength(1)
  })

  it('is deleted after an hour, and with the role', async () => {
    await claim(yaw)
    await claim(abena)
    await test.db.deleteFrom('staff').where('account_id', '=', STAFF.yaw.id).execute()
    const claims = () => test.db.selectFrom('case_claims').select('moderator_id').execute()
    expect(await claims()).toEqual([{ moderator_id: STAFF.abena.id }])
    await age(61)
    await deleteOldHistory(test.db)
    expect(await claims()).toEqual([])
  })

  it('is not shown for cases that the moderator may not see', async () => {
    await test.db.insertInto('staff').values({ account_id: PEOPLE.ama.id, role: 'moderator' }).execute()
    await test.db.insertInto('case_claims').values({ case_id: caseId, moderator_id: STAFF.yaw.id }).execute()
    expect((await activity(abena)).looking).toEqual([])
    expect(await statusOf(claim(abena))).toBe(404)
    expect(await statusOf(abena.send('GET', at('notes')))).toBe(404)
    expect(await statusOf(write(abena, 'A secret'))).toBe(404)
    const administrator = await signInStaff(test, 'administrator', 'abena')
    expect((await activity(administrator)).looking).toHaveLength(1)
  })

  it('fails for an unknown case', async () => {
    caseId = randomUUID()
    expect(await statusOf(claim(yaw))).toBe(404)
    expect(await statusOf(yaw.send('DELETE', at('claim')))).toBe(200)
  })
})

const write = (by: TestClient, text: string, id: string = randomUUID()) =>
  by.send('POST', at('notes'), { id, text })
const notes = async (by: TestClient) => (await body<{ notes: CaseNote[] }>(by.send('GET', at('notes')))).notes
const acts = async () =>
  (
    await test.db
      .selectFrom('audit_entries')
      .select(['action', 'detail'])
      .where('action', 'in', ['wrote-case-note', 'deleted-case-note'])
      .where('target_id', '=', productId)
      .orderBy('id')
      .execute()
  ).map(({ action, detail }) => ({ action, detail }))

const wrote = () => ({ action: 'wrote-case-note', detail: { case: caseId } })

describe('a note', () => {
  it('is read by colleagues, and stays after the decision', async () => {
    expect(await statusOf(write(yaw, 'I called her.\r\nShe sends the receipt.'))).toBe(201)
    const expected = [{ author: yawDarko, text: 'I called her.\nShe sends the receipt.' }]
    expect(await notes(abena)).toMatchObject(expected)
    await decide(abena)
    expect(await body(yaw.send('GET', at('notes')))).toMatchObject({ notes: expected, state: 'decided' })
    expect(await statusOf(write(yaw, 'For the appeal: she did.'))).toBe(201)
    expect(await acts()).toEqual([wrote(), wrote()])
  })

  it('is stored once if it is sent twice', async () => {
    const id = randomUUID()
    const sent = await Promise.all([write(yaw, 'Once', id), write(yaw, 'Once', id)])
    expect(sent.map(({ status }) => status)).toEqual([201, 201])
    expect(await notes(yaw)).toHaveLength(1)
    expect(await acts()).toHaveLength(1)
  })

  it('keeps its text if somebody else uses its id', async () => {
    const id = randomUUID()
    await write(yaw, 'Mine', id)
    expect(await statusOf(write(abena, 'Yours', id))).toBe(404)
    expect(await notes(abena)).toMatchObject([{ text: 'Mine' }])
  })

  it('is deleted by its author alone, and the audit keeps no text', async () => {
    const id = randomUUID()
    await write(yaw, 'Her brother is a friend of mine', id)
    expect(await statusOf(abena.send('DELETE', at(`notes/${id}`)))).toBe(404)
    expect(await statusOf(yaw.send('DELETE', at(`notes/${id}`)))).toBe(200)
    expect(await statusOf(yaw.send('DELETE', at(`notes/${id}`)))).toBe(404)
    expect(await notes(yaw)).toEqual([])
    const detail = { case: caseId }
    expect(await acts()).toEqual([
      { action: 'wrote-case-note', detail },
      { action: 'deleted-case-note', detail },
    ])
    const administrator = await signInStaff(test, 'administrator', 'abena')
    const audit = await (await administrator.send('GET', '/api/moderation/audit')).text()
    expect(audit).toContain('Deleted their own note about ')
    expect(audit).not.toContain('friend of mine')
  })

  it.each([
    ['empty', '', 'invalid-input'],
    ['blank', ' \u200b\n ', 'invalid-input'],
    ['too long', 'x'.repeat(1001), 'invalid-input'],
  ])('is refused if it is %s', async (_, text, code) => {
    expect(await codeOf(write(yaw, text))).toBe(code)
  })

  it('keeps hostile text as text', async () => {
    const hostile = `<img src=x onerror=alert(1)>'; drop table case_notes; -- \u202e{{constructor}} %s`
    expect(await statusOf(write(yaw, hostile))).toBe(201)
    const [note] = await notes(abena)
    expect(note?.text).toContain('<img src=x onerror=alert(1)>')
    expect(await statusOf(write(yaw, 'nul \u0000 and half \ud800'))).toBeLessThan(500)
  })

  it('is refused beyond a hundred at a case, and sixty in an hour', async () => {
    await sql`insert into case_notes (id, case_id, author_id, text)
      select uuidv7(), ${caseId}, ${STAFF.abena.id}, 'x' from generate_series(1, 100)`.execute(test.db)
    expect(await codeOf(write(yaw, 'One more'))).toBe('invalid-input')
    await test.db.deleteFrom('case_notes').execute()
    for (let sent = 1; sent < 60; sent += 1) await write(yaw, 'x')
    expect(await codeOf(write(yaw, 'x'))).toBe('staff-too-fast')
  })

  it('is refused from moderators who know the person, who may read', async () => {
    await write(abena, 'Careful')
    await yaw.send('POST', '/api/reports', {
      target: { kind: 'product', id: productId },
      reason: 'fake',
      words: '',
    })
    expect(await codeOf(write(yaw, 'I know her'))).toBe('own-case')
    expect(await notes(yaw)).toHaveLength(1)
  })

  it('reaches neither the person nor the reporter', async () => {
    await write(yaw, 'Zebra in the office')
    await decide(abena)
    const ama = await signIn(test, 'ama')
    const read = async (by: TestClient, path: string) => (await by.send('GET', path)).text()
    const told = await Promise.all([
      read(ama, '/api/decisions'),
      read(ama, '/api/notifications'),
      read(ama, at('notes')),
      read(kofi, '/api/reports'),
      read(kofi, '/api/notifications'),
      read(kofi, at('notes')),
      read(kofi, '/api/moderation/activity'),
    ])
    expect(told.join()).not.toMatch(/Zebra|Yaw Darko/)
  })

  it('goes with its case, and stays without the name of an author who left', async () => {
    await write(yaw, 'Without a name')
    await test.db.deleteFrom('profiles').where('id', '=', STAFF.yaw.id).execute()
    expect(await notes(abena)).toMatchObject([{ author: null, text: 'Without a name' }])
    await test.db.deleteFrom('cases').where('id', '=', caseId).execute()
    expect(await test.db.selectFrom('case_notes').selectAll().execute()).toEqual([])
  })
})

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { FailedJob, MailLine, WeekFigure } from '#contract/moderation/administration/administration.ts'
import { createAnonymousClient, type TestClient } from '#testing/anonymous-client.ts'
import { createMarket } from '#testing/accounts/accounts.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { insertProduct } from '#testing/market/products.ts'
import { codeOf, fieldsOf } from '#testing/replies.ts'
import { signInStaff, STAFF } from '#testing/accounts/staff.ts'
import { setUp } from '#testing/set-up.ts'
import { loggedMailer } from '#server/platform/mail/mail-log.ts'
import type { Mailer } from '#server/platform/mail/mailer.ts'
import { createLog } from '#server/platform/process/log.ts'
import { DEAD_JOBS } from '#server/platform/jobs/queue.ts'
import { countWeek } from './week.ts'
import { forgetMails } from './service.ts'

const test = setUp(createMarket)
let abena: TestClient
beforeEach(async () => {
  for (const table of ['rate_limits', 'week_figures', 'mail_log'] as const)
    await test.db.deleteFrom(table).execute()
  abena = await signInStaff(test, 'administrator', 'abena')
})

const read = async <T>(path: string) => (await abena.send('GET', `/api/moderation/${path}`)).json() as T
const auditOf = (targetId: string) =>
  test.db
    .selectFrom('audit_entries')
    .select(['action', 'actor_id', 'detail'])
    .where('target_id', '=', targetId)
    .execute()

describe('the weekly figures', () => {
  const figures = async () => {
    const week = await read<{ countedAt: string | null; figures: WeekFigure[] }>('week')
    return { ...week, of: (name: string) => week.figures.find((figure) => figure.name === name) }
  }

  it('are counted at the first visit and compared with the week before', async () => {
    expect((await figures()).countedAt).toBeNull()
    await test.jobs.settled()
    const before = await figures()
    expect(before.countedAt).not.toBeNull()
    await insertProduct(test.db)
    const eightDaysAgo = new Date(Date.now() - 8 * 86_400_000).toISOString()
    await insertProduct(test.db, { created_at: eightDaysAgo })
    await insertProduct(test.db, { status: 'draft' })
    // The figures stay as counted until the next hour.
    expect((await figures()).of('listings')).toEqual(before.of('listings'))
    await countWeek(test)
    const listings = (await figures()).of('listings')
    expect(listings?.thisWeek).toBe((before.of('listings')?.thisWeek ?? 0) + 1)
    expect(listings?.weekBefore).toBe((before.of('listings')?.weekBefore ?? 0) + 1)
  })
})

describe('a failed job', () => {
  async function insertFailed() {
    const id = randomUUID()
    await sql`
      insert into pgboss.job (id, name, data, source_name, source_output, source_retry_count)
      values (${id}, ${DEAD_JOBS}, '{"personId":"p"}', 'first-week-count', '{"error":"ECONNREFUSED","at":"at send"}', 12)`.execute(
      test.db,
    )
    return id
  }
  const listed = async (id: string) =>
    (await read<{ jobs: FailedJob[] }>('failed-jobs')).jobs.find((job) => job.id === id)

  it('is listed with its reason, without its payload', async () => {
    const id = await insertFailed()
    const job = await listed(id)
    expect(job).toMatchObject({ kind: 'first-week-count', reason: 'ECONNREFUSED at send', attempts: 13 })
    expect(JSON.stringify(job)).not.toContain('personId')
  })

  it('runs again once, and the retry is audited', async () => {
    const id = await insertFailed()
    const path = `/api/moderation/failed-jobs/${id}/retry`
    expect((await abena.send('POST', path)).status).toBe(200)
    await test.jobs.settled()
    expect((await read<{ countedAt: string | null }>('week')).countedAt).not.toBeNull()
    expect(await listed(id)).toBeUndefined()
    expect((await abena.send('POST', path)).status).toBe(404)
    expect(await auditOf(id)).toEqual([
      { action: 'retried-job', actor_id: STAFF.abena.id, detail: { job: 'first-week-count' } },
    ])
  })

  it('is dropped, and this is audited', async () => {
    const id = await insertFailed()
    expect((await abena.send('DELETE', `/api/moderation/failed-jobs/${id}`)).status).toBe(200)
    expect(await listed(id)).toBeUndefined()
    expect(await auditOf(id)).toMatchObject([{ action: 'dropped-job' }])
  })
})

describe('the mail log', () => {
  // The mail about the administrator's new device is sent first.
  beforeEach(async () => {
    await test.jobs.settled()
    await test.db.deleteFrom('mail_log').execute()
  })

  const MAIL = {
    kind: 'digest',
    personId: PEOPLE.ama.id,
    subject: 'Secret words',
    text: 'Secret words',
    html: '',
  }

  it('records the recipient and the outcome, but no content', async () => {
    const takesMost: Mailer = {
      send: async ({ to }) => {
        if (to.startsWith('full')) throw new TypeError('The mailbox is full')
      },
      close: () => undefined,
    }
    const mailer = loggedMailer(takesMost, {
      db: test.db,
      log: createLog('silent'),
      telemetry: test.telemetry,
    })
    await mailer.send({ ...MAIL, to: 'kwame@example.com' })
    await expect(mailer.send({ ...MAIL, kind: 'decision', to: 'full@example.com' })).rejects.toThrow(
      TypeError,
    )
    const { items } = await read<{ items: MailLine[] }>('mails')
    expect(items).toMatchObject([
      { kind: 'decision', failure: 'TypeError' },
      { kind: 'digest', maskedAddress: 'k…@example.com', person: { name: 'Ama Mensah' }, failure: null },
    ])
    expect(JSON.stringify(items)).not.toMatch(/Secret|kwame/)
  })

  it('is deleted after thirty days', async () => {
    const old = new Date(Date.now() - 31 * 86_400_000).toISOString()
    const row = { kind: 'digest', masked_address: 'k…@example.com' }
    await test.db
      .insertInto('mail_log')
      .values([{ ...row, created_at: old }, row])
      .execute()
    await forgetMails(test)
    expect((await read<{ items: MailLine[] }>('mails')).items).toHaveLength(1)
  })
})

describe('a category', () => {
  it('can get a unique name and a rank', async () => {
    const list = async () =>
      (await read<{ categories: { id: string; name: string; rank: number | null }[] }>('categories'))
        .categories
    const before = (await list()).find(({ id }) => id === 'mobile')
    const change = (form: object) => abena.send('PUT', '/api/moderation/categories/mobile', form)
    const name = `Phones ${randomUUID().slice(0, 8)}`
    expect((await change({ name, rank: 1 })).status).toBe(200)
    expect((await list())[0]).toMatchObject({ id: 'mobile', name, rank: 1 })
    const other = (await list())[1]?.name
    expect(await fieldsOf(await change({ name: other, rank: null }))).toEqual({
      name: 'Another category has this name',
    })
    expect(await fieldsOf(await change({ name: ' ', rank: 0 }))).toEqual({
      name: 'Must be at least 2 characters long',
      rank: 'Must be at least 1',
    })
    for (const stranger of ['Pay 0241234567', 'Go to cheap.shop'])
      expect(await fieldsOf(await change({ name: stranger, rank: null }))).toHaveProperty('name')
    expect((await abena.send('PUT', '/api/moderation/categories/none', { name, rank: 1 })).status).toBe(404)
    await change({ name: before?.name, rank: null })
  })
})

describe('deletion by an administrator', () => {
  const isShown = async (path: string) =>
    (await createAnonymousClient(test.app).send('GET', path)).status === 200

  it('hides a listing everywhere at once and is audited', async () => {
    const id = await insertProduct(test.db)
    expect(await isShown(`/api/products/${id}`)).toBe(true)
    const remove = () => abena.send('DELETE', `/api/moderation/listings/${id}`)
    expect((await remove()).status).toBe(200)
    expect(await isShown(`/api/products/${id}`)).toBe(false)
    const { items } = await test.api.call('searchProducts', { query: {} })
    expect(items.some((item) => item.id === id)).toBe(false)
    expect((await remove()).status).toBe(404)
    expect(await auditOf(id)).toMatchObject([{ action: 'deleted-listing', actor_id: STAFF.abena.id }])
  })

  it('removes another person’s account with its listings, never their own', async () => {
    const id = await insertProduct(test.db, { seller_id: PEOPLE.esi.id })
    const remove = (person: string) => abena.send('DELETE', `/api/moderation/people/${person}`)
    expect(await codeOf(await remove(STAFF.abena.id))).toBe('own-case')
    expect((await remove(PEOPLE.esi.id)).status).toBe(200)
    expect(await isShown(`/api/products/${id}`)).toBe(false)
    expect(await isShown(`/api/sellers/${PEOPLE.esi.id}`)).toBe(false)
    expect((await remove(PEOPLE.esi.id)).status).toBe(404)
    expect(await auditOf(PEOPLE.esi.id)).toMatchObject([{ action: 'deleted-person' }])
  })
})

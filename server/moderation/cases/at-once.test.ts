import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { CaseCard } from '#contract/moderation/cases/cases.ts'
import type { Target } from '#contract/moderation/reports/reports.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { lockPerson } from '#server/platform/db/lock-person.ts'
import { createMarket, PASSWORD, signIn } from '#testing/accounts/accounts.ts'
import { createAnonymousClient, type TestClient } from '#testing/anonymous-client.ts'
import { createTestContext } from '#testing/context.ts'
import { inTheMiddleOf } from '#testing/in-the-middle.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { insertPhoto, insertProduct } from '#testing/market/products.ts'
import { listingForm } from '#testing/market/selling.ts'
import { signInStaff, STAFF } from '#testing/accounts/staff.ts'
import { setUp } from '#testing/set-up.ts'
import { endSanctions } from './jobs.ts'

const test = setUp(createMarket)
let yaw: TestClient
let abena: TestClient

beforeEach(async () => {
  for (const table of ['rate_limits', 'sanctions', 'cases', 'staff'] as const)
    await test.db.deleteFrom(table).execute()
  yaw = await signInStaff(test, 'moderator')
  abena = await signInStaff(test, 'administrator', 'abena')
})

const codeOf = async (response: Response) =>
  ((await response.json()) as { error?: { code: string } }).error?.code ?? response.status
const person: Target = { kind: 'person', id: PEOPLE.ama.id }
const sanctionOf = async (id: string) =>
  (await test.db.selectFrom('sanctions').select('kind').where('person_id', '=', id).executeTakeFirst())?.kind

/** Bans Ama in a transaction that has not been committed yet. */
async function ban(tx: Database) {
  const decision = { kind: 'banned', until: null, decision_id: crypto.randomUUID() }
  await lockPerson(tx, PEOPLE.ama.id)
  await tx
    .insertInto('sanctions')
    .values({ person_id: PEOPLE.ama.id, ...decision })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(decision))
    .execute()
  await sql`select hold_products_of(${PEOPLE.ama.id})`.execute(tx)
}

describe('a ban in progress', () => {
  it('stops a login that began before it', async () => {
    const logIn = () =>
      createAnonymousClient(test.app).send('POST', '/api/auth/login', {
        email: PEOPLE.ama.email,
        password: PASSWORD,
      })
    expect(await codeOf(await inTheMiddleOf(test.db, ban, logIn))).toBe('account-banned')
  })

  it('stops a listing from being published', async () => {
    const ama = await signIn(test, 'ama')
    const id = await insertProduct(test.db, { status: 'draft' })
    await insertPhoto(test.db, id)
    const publish = () =>
      ama.send('POST', `/api/selling/products/${id}/publish`, { version: 1, form: listingForm() })
    expect(await codeOf(await inTheMiddleOf(test.db, ban, publish))).toBe('account-banned')
    expect((await test.app.request(`/api/products/${id}`)).status).toBe(404)
  })
})

describe('two moderators', () => {
  it('decide a case once, and the second gets an error', async () => {
    const target: Target = { kind: 'product', id: await insertProduct(test.db) }
    const kofi = await signIn(test, 'kofi')
    await kofi.send('POST', '/api/reports', { target, reason: 'prepayment', words: '' })
    const reply = await yaw.send('GET', '/api/moderation/cases')
    const { items } = (await reply.json()) as { items: CaseCard[] }
    const form = { target, caseId: items[0]?.id, days: null }
    const remove = { ...form, action: 'remove', rule: 'no-money-first', words: 'See the item first.' }
    const approve = { ...form, action: 'approve', rule: null, words: '' }
    const replies = await Promise.all([
      yaw.send('POST', '/api/moderation/decisions', remove),
      abena.send('POST', '/api/moderation/decisions', approve),
    ])
    const codes = await Promise.all(replies.map((response) => codeOf(response)))
    expect(codes.filter((code) => code === 201)).toHaveLength(1)
    expect(codes).toContain('case-decided')
    const { decisions } = await test.db
      .selectFrom('decisions')
      .select(({ fn }) => fn.countAll<number>().as('decisions'))
      .where('target_id', '=', target.id)
      .executeTakeFirstOrThrow()
    expect(decisions).toBe(1)
  })
})

describe('the end of a suspension', () => {
  it('keeps a ban that is decided at the same time', async () => {
    const id = await insertProduct(test.db)
    await test.db
      .insertInto('sanctions')
      .values({
        person_id: PEOPLE.ama.id,
        kind: 'suspended',
        until: new Date(Date.now() - 1000).toISOString(),
        decision_id: crypto.randomUUID(),
      })
      .execute()
    const ctx = createTestContext({ db: test.db, url: test.database.url })
    await inTheMiddleOf(test.db, ban, () => endSanctions(ctx))
    await ctx.close()
    expect(await sanctionOf(person.id)).toBe('banned')
    expect((await test.app.request(`/api/products/${id}`)).status).toBe(404)
  })
})

describe('two administrators', () => {
  it('cannot remove each other’s role at once', async () => {
    const other = await signInStaff(test, 'administrator', 'yaw')
    const drop = (by: TestClient, id: string) =>
      by.send('PUT', `/api/moderation/people/${id}/role`, { role: null })
    await Promise.all([drop(abena, STAFF.yaw.id), drop(other, STAFF.abena.id)])
    const left = await test.db.selectFrom('staff').select('account_id').execute()
    expect(left).toHaveLength(1)
  })
})

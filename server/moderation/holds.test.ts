import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createMarket } from '#testing/accounts.ts'
import { PEOPLE } from '#testing/people.ts'
import { insertProduct } from '#testing/products.ts'
import { setUp, setUpClient } from '#testing/set-up.ts'
import { deleteOldHistory } from './queries.ts'
import { holdProduct, recordSignal, releaseProduct, withdrawSignal } from './service.ts'

const test = setUp(createMarket)
const ama = setUpClient(test, 'ama')

/** Announces nothing: that pages are dropped is tested with decisions. */
const silent = { changes: { announce: async () => undefined, onChange: () => undefined } }
const change = (
  of: typeof holdProduct | typeof releaseProduct,
  productId: string,
  cause: 'review' | 'suspended',
) =>
  test.db.transaction().execute(async (tx) => {
    await of(silent, tx, { productId, cause })
  })
const statusOf = async (id: string) =>
  (await test.db.selectFrom('products').select('status').where('id', '=', id).executeTakeFirstOrThrow())
    .status

it('hides a product while anything holds it, and gives it back its status', async () => {
  const id = await insertProduct(test.db, { status: 'sold', buyer_id: PEOPLE.kofi.id })
  await change(holdProduct, id, 'review')
  await change(holdProduct, id, 'suspended')
  await change(holdProduct, id, 'suspended')
  await expect(test.api.call('getProduct', { params: { id } })).rejects.toMatchObject({ status: 404 })
  const own = (await (await ama.send('GET', `/api/selling/products/${id}`)).json()) as { status: string }
  expect(own.status).toBe('held')
  await change(releaseProduct, id, 'review')
  expect(await statusOf(id)).toBe('held')
  await change(releaseProduct, id, 'suspended')
  expect(await statusOf(id)).toBe('sold')
  await change(releaseProduct, id, 'suspended')
  expect(await statusOf(id)).toBe('sold')
})

it('leaves drafts alone, and refuses the seller another status of a held one', async () => {
  const draft = await insertProduct(test.db, { status: 'draft' })
  await change(holdProduct, draft, 'review')
  expect(await statusOf(draft)).toBe('draft')
  const id = await insertProduct(test.db)
  await change(holdProduct, id, 'review')
  const response = await ama.send('PUT', `/api/selling/products/${id}/status`, {
    version: 1,
    status: 'sold',
  })
  expect(((await response.json()) as { error: { code: string } }).error.code).toBe('product-held')
})

it('opens a case for many signals, and none for a few', async () => {
  const id = await insertProduct(test.db)
  const signal = {
    target: { kind: 'product', id },
    subjectId: PEOPLE.ama.id,
    reason: 'first-listing',
  } as const
  const cases = () => test.db.selectFrom('cases').select(['risk']).where('target_id', '=', id).execute()
  await recordSignal(test.db, signal)
  await recordSignal(test.db, signal)
  expect(await cases()).toEqual([])
  await test.db
    .insertInto('signals')
    .values({
      target_kind: 'person',
      target_id: PEOPLE.ama.id,
      subject_id: PEOPLE.ama.id,
      reason: 'other',
      weight: 7,
    })
    .execute()
  await recordSignal(test.db, signal)
  expect(await cases()).toEqual([{ risk: 9 }])
  await withdrawSignal(test.db, signal)
  expect(await cases()).toEqual([{ risk: 7 }])
})

it('never rewrites what was decided', async () => {
  const decision = {
    target_kind: 'product',
    target_id: PEOPLE.ama.id,
    subject_id: PEOPLE.ama.id,
    action: 'warn',
  }
  await test.db
    .insertInto('decisions')
    .values({ ...decision, moderator_id: PEOPLE.esi.id })
    .execute()
  await expect(test.db.updateTable('decisions').set({ words: 'other' }).execute()).rejects.toThrow(
    'not changed',
  )
  await expect(test.db.deleteFrom('decisions').execute()).rejects.toThrow('not changed')
  for (const table of ['decisions', 'audit_entries'])
    await expect(sql`truncate ${sql.table(table)}`.execute(test.db)).rejects.toThrow('not changed')
})

it('never rewrites what came of an appeal', async () => {
  await test.db
    .insertInto('appeals')
    .values({
      decision_id: crypto.randomUUID(),
      person_id: PEOPLE.ama.id,
      words: 'Why?',
      outcome: 'rejected',
      outcome_words: 'It stays.',
      decided_by: PEOPLE.esi.id,
      decided_at: sql`now()`,
    })
    .execute()
  const rewriting = test.db.updateTable('appeals').set({ outcome_words: 'other' })
  await expect(rewriting.execute()).rejects.toThrow('not changed')
})

it('forgets what is two years old, but not why somebody is still shut out', async () => {
  const old = { created_at: new Date(Date.now() - 3 * 365 * 86_400_000).toISOString() }
  const decide = async (action: string) =>
    (
      await test.db
        .insertInto('decisions')
        .values({
          ...old,
          action,
          target_kind: 'person',
          target_id: PEOPLE.ama.id,
          subject_id: PEOPLE.ama.id,
          moderator_id: PEOPLE.esi.id,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  const [warning, ban] = [await decide('warn'), await decide('ban')]
  const sanction = { person_id: PEOPLE.ama.id, kind: 'banned', decision_id: ban }
  await test.db.insertInto('sanctions').values(sanction).execute()
  await deleteOldHistory(test.db)
  const left = await test.db.selectFrom('decisions').select('id').where('id', 'in', [warning, ban]).execute()
  expect(left).toEqual([{ id: ban }])
  await test.db.deleteFrom('sanctions').execute()
})

import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createMarket } from '#testing/accounts/accounts.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { insertProduct } from '#testing/market/products.ts'
import { setUp } from '#testing/set-up.ts'
import { deleteOldHistory } from './history-queries.ts'

const test = setUp(createMarket)
const threeYearsAgo = new Date(Date.now() - 3 * 365 * 86_400_000).toISOString()

it('the database refuses changes to decisions and audit entries', async () => {
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

it('the database refuses changes to a decided appeal', async () => {
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

it('decisions are deleted after two years, except the reason of a current ban', async () => {
  const old = { created_at: threeYearsAgo }
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

/** An old case about a person with one report; returns the ids of both. */
async function insertOldCase(of: object = {}) {
  const about = { target_kind: 'person', target_id: crypto.randomUUID() }
  const found = await test.db
    .insertInto('cases')
    .values({ ...about, subject_id: PEOPLE.ama.id, opened_at: threeYearsAgo, ...of })
    .returning('id')
    .executeTakeFirstOrThrow()
  const report = await test.db
    .insertInto('reports')
    .values({ ...about, case_id: found.id, reason: 'spam', weight: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { caseId: found.id, reportId: report.id }
}
const longDecided = { state: 'decided', decided_at: threeYearsAgo }

it('decided cases are deleted with their reports after two years, open ones never', async () => {
  await insertOldCase(longDecided)
  const left = [await insertOldCase(), await insertOldCase({ state: 'decided', decided_at: sql`now()` })]
  await deleteOldHistory(test.db)
  const reports = await test.db.selectFrom('reports').select('case_id').orderBy('id').execute()
  expect(reports.map((report) => report.case_id)).toEqual(left.map(({ caseId }) => caseId))
})

it('decided appeals are deleted after two years, except one against a current ban', async () => {
  const banId = crypto.randomUUID()
  const appeal = (decisionId: string, decidedAt: string | null) =>
    test.db
      .insertInto('appeals')
      .values({
        decision_id: decisionId,
        person_id: PEOPLE.kofi.id,
        words: 'Why?',
        created_at: threeYearsAgo,
        ...(decidedAt && { outcome: 'rejected', decided_by: PEOPLE.esi.id, decided_at: decidedAt }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  await appeal(crypto.randomUUID(), threeYearsAgo)
  const left = [
    await appeal(crypto.randomUUID(), null),
    await appeal(crypto.randomUUID(), new Date().toISOString()),
    await appeal(banId, threeYearsAgo),
  ]
  const sanction = { person_id: PEOPLE.kofi.id, kind: 'banned', decision_id: banId }
  await test.db.insertInto('sanctions').values(sanction).execute()
  await deleteOldHistory(test.db)
  const appeals = await test.db
    .selectFrom('appeals')
    .select('id')
    .where('person_id', '=', PEOPLE.kofi.id)
    .orderBy('id')
    .execute()
  expect(appeals).toEqual(left)
  await test.db.deleteFrom('sanctions').execute()
})

it('signals are deleted after two years or with their listing, unless a case is open', async () => {
  const listingId = await insertProduct(test.db)
  const signal = (targetId: string, reason: string, createdAt = new Date().toISOString()) =>
    test.db
      .insertInto('signals')
      .values({
        target_kind: 'product',
        target_id: targetId,
        subject_id: PEOPLE.ama.id,
        reason,
        weight: 1,
        created_at: createdAt,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  const [deletedId, checkedId] = [crypto.randomUUID(), crypto.randomUUID()]
  await test.db
    .insertInto('cases')
    .values({ target_kind: 'product', target_id: checkedId, subject_id: PEOPLE.ama.id })
    .execute()
  await signal(listingId, 'old', threeYearsAgo)
  await signal(deletedId, 'new')
  const left = [await signal(listingId, 'new'), await signal(checkedId, 'old', threeYearsAgo)]
  await deleteOldHistory(test.db)
  expect(await test.db.selectFrom('signals').select('id').orderBy('id').execute()).toEqual(left)
})

it('a decided case waits for the removal of its pictures, whose rows name the files', async () => {
  const { caseId, reportId } = await insertOldCase(longDecided)
  const picture = { position: 0, image_url: '/photos/report-images/a', width: 1, height: 1, thumbhash: '' }
  await test.db
    .insertInto('report_pictures')
    .values({ report_id: reportId, ...picture })
    .execute()
  const isLeft = async () => {
    await deleteOldHistory(test.db)
    return (await test.db.selectFrom('cases').select('id').where('id', '=', caseId).execute()).length === 1
  }
  expect(await isLeft()).toBe(true)
  await test.db.deleteFrom('report_pictures').execute()
  expect(await isLeft()).toBe(false)
})

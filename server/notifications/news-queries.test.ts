import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/db/connect.ts'
import { createTestDatabase } from '#testing/database.ts'
import { insertPeople, PEOPLE } from '#testing/people.ts'
import { insertNews, type News } from './news-queries.ts'

let db: Database
let close: () => Promise<void>

beforeAll(async () => {
  ;({ db, close } = await createTestDatabase())
  await insertPeople(db)
})
afterAll(() => close())

const NEWS: News = { to: [PEOPLE.ama.id], type: 'other', content: 'Price drop', actionUrl: '/products' }

it('tells the same once a day, but for what is always news', async () => {
  const told = async (news: News) => (await insertNews(db, news)).length
  expect([await told(NEWS), await told(NEWS)]).toEqual([1, 0])
  expect(await told({ ...NEWS, isAlwaysNews: true })).toBe(1)
  const system: News = { ...NEWS, type: 'system' }
  expect([await told(system), await told(system)]).toEqual([1, 1])
})

it('passes over whoever leaves while it is written', async () => {
  const isWaiting = async () =>
    (
      await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        db,
      )
    ).rows.length
  const leaving = await db.startTransaction().execute()
  await leaving.deleteFrom('profiles').where('id', '=', PEOPLE.kofi.id).execute()
  const telling = insertNews(db, { ...NEWS, content: 'Sold', to: [PEOPLE.kofi.id, PEOPLE.esi.id] })
  await expect.poll(isWaiting).toBe(1)
  await leaving.commit().execute()
  expect(await telling).toHaveLength(1)
})

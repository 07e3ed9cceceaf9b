import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { createTestDatabase } from '#testing/database.ts'
import { insertPeople, PEOPLE } from '#testing/accounts/people.ts'
import { setUp } from '#testing/set-up.ts'
import { claimPushes, insertNotifications, type NewNotification } from './notification-queries.ts'
import { largePlansOf } from '#testing/plans.ts'
import { selectDuePeople } from './digest-queries.ts'

const database = setUp(createTestDatabase)

beforeAll(() => insertPeople(database.db))

const NOTIFICATION: NewNotification = {
  to: [PEOPLE.ama.id],
  type: 'other',
  content: 'Price drop',
  actionUrl: '/products',
}

it('a notification with the same text is sent once a day unless it may repeat', async () => {
  const count = async (notification: NewNotification) =>
    (await insertNotifications(database.db, notification)).length
  expect([await count(NOTIFICATION), await count(NOTIFICATION)]).toEqual([1, 0])
  expect(await count({ ...NOTIFICATION, mayRepeat: true })).toBe(1)
  const system: NewNotification = { ...NOTIFICATION, type: 'system' }
  expect([await count(system), await count(system)]).toEqual([1, 1])
})

it('an account that is being deleted gets no notification', async () => {
  const isWaiting = async () =>
    (
      await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        database.db,
      )
    ).rows.length
  const leaving = await database.db.startTransaction().execute()
  await leaving.deleteFrom('profiles').where('id', '=', PEOPLE.kofi.id).execute()
  const writing = insertNotifications(database.db, {
    ...NOTIFICATION,
    content: 'Sold',
    to: [PEOPLE.kofi.id, PEOPLE.esi.id],
  })
  await expect.poll(isWaiting).toBe(1)
  await leaving.commit().execute()
  expect(await writing).toHaveLength(1)
})

it.each<[string, Parameters<typeof largePlansOf>[1]]>([
  ['news_to_mail', (db) => selectDuePeople(db, { after: null, limit: 100 })],
  ['news_to_push', (db) => claimPushes(db, { limit: 100 })],
])('the index %s finds the notifications that are due', async (index, read) => {
  expect(await largePlansOf(database, read)).toContain(index)
})

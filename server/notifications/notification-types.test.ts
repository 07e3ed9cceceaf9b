import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { NOTIFICATION_TYPES } from '#contract/notifications/notification-types.ts'
import { createTestDatabase } from '#testing/database.ts'
import { insertPeople, PEOPLE } from '#testing/accounts/people.ts'
import { setUp } from '#testing/set-up.ts'

const database = setUp(createTestDatabase)
const AMA = PEOPLE.ama.id

beforeAll(async () => {
  await insertPeople(database.db)
  await sql`insert into accounts (id, email) values (${AMA}, 'ama@example.com')`.execute(database.db)
  await sql`insert into notification_preferences (account_id) values (${AMA})`.execute(database.db)
})

test('the database has the declared types and their channels', async () => {
  const rows = await database.db.selectFrom('notification_types').selectAll().execute()
  const known = rows.map(({ type, in_app: inApp, push, email }) => [type, { inApp, push, email }])
  const declared = Object.entries(NOTIFICATION_TYPES).map(([type, { inApp, push, email }]) => [
    type,
    { inApp, push, email },
  ])
  expect(Object.fromEntries(known)).toEqual(Object.fromEntries(declared))
})

test('a notification of an unknown type is refused', async () => {
  const insert = sql`insert into notifications (user_id, type, content) values (${AMA}, 'rumour', 'Hm')`
  await expect(insert.execute(database.db)).rejects.toMatchObject({ constraint: 'notification_type_known' })
})

test.each([
  ['rumour', 'notification_types_known'],
  ['system', 'notification_always_in_app'],
])('preferences cannot turn %s off in the app', async (type, constraint) => {
  const update = sql`
    update notification_preferences set in_app_off = ${[type]}::text[] where account_id = ${AMA}`
  await expect(update.execute(database.db)).rejects.toMatchObject({ constraint })
})

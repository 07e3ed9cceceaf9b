import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { createTestDatabase } from '#testing/database.ts'
import { insertPeople, PEOPLE } from '#testing/accounts/people.ts'
import { setUp } from '#testing/set-up.ts'
import { deleteOldNotifications } from './old-notifications.ts'

const database = setUp(createTestDatabase)

beforeAll(() => insertPeople(database.db))

interface Overrides {
  /** Days since it was created; a message notification may have been updated later. */
  age: number
  dated?: number
  read?: boolean
  in_app?: boolean
  deleted_at?: string
}

async function notify(content: string, { age, dated = age, ...rest }: Overrides): Promise<void> {
  const ago = (days: number) => sql<string>`now() - make_interval(days => ${days})`
  const id = sql<string>`uuidv7(make_interval(days => ${-age}))`
  await database.db
    .insertInto('notifications')
    .values({ id, user_id: PEOPLE.ama.id, content, created_at: ago(dated), ...rest })
    .execute()
}

it('notifications are deleted after 90 days if read, a week if unlisted, or a year', async () => {
  await notify('unread, a year', { age: 366 })
  await notify('unread, not a year', { age: 364 })
  await notify('read, 90 days', { age: 91, read: true })
  await notify('read, not 90 days', { age: 89, read: true })
  await notify('unlisted, a week', { age: 8, in_app: false })
  await notify('unlisted, not a week', { age: 6, in_app: false })
  const deleted = (minutes: number) => ({
    age: 1,
    in_app: false,
    deleted_at: new Date(Date.now() - minutes * 60_000).toISOString(),
  })
  await notify('deleted, an hour', deleted(61))
  await notify('deleted, not an hour', deleted(59))
  await notify('deleted and sent again', { ...deleted(61), in_app: true })
  await notify('an old conversation, updated today', { age: 400, dated: 0 })
  await notify('an old conversation, read last week', { age: 400, dated: 7, read: true })
  const updated: string[] = []
  const unreadBadges = { update: (personId: string) => void updated.push(personId) }
  await deleteOldNotifications({ db: database.db, unreadBadges }, 2)
  const left = await database.db.selectFrom('notifications').select('content').execute()
  expect(left.map(({ content }) => content).toSorted()).toEqual([
    'an old conversation, read last week',
    'an old conversation, updated today',
    'deleted and sent again',
    'deleted, not an hour',
    'read, not 90 days',
    'unlisted, not a week',
    'unread, not a year',
  ])
  // The badge is updated only for counted notifications.
  expect(updated).toEqual([PEOPLE.ama.id])
})

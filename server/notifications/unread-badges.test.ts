import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Log } from '#server/platform/process/log.ts'
import { createTestDatabase } from '#testing/database.ts'
import { insertPeople, PEOPLE } from '#testing/accounts/people.ts'
import { setUp } from '#testing/set-up.ts'
import { createUnreadBadges } from './unread-badges.ts'

const { ama, kofi } = PEOPLE

const warned = vi.fn()
const database = setUp(createTestDatabase)
let sent: [personId: string, unread: number][]
/** People without a socket on any process. */
let offline: string[]
let update: (personId: string) => void
let close: () => Promise<void>
beforeAll(async () => {
  await insertPeople(database.db)
})
beforeEach(async () => {
  await database.db.deleteFrom('notifications').execute()
  sent = []
  offline = []
  warned.mockClear()
  const emitToUsers = async ([id]: readonly (string | null)[], _: string, payload: object) => {
    sent.push([id ?? '', (payload as { unread: number }).unread])
  }
  update = createUnreadBadges({
    db: database.db,
    live: { emitToUsers, canHaveSocket: (id) => !offline.includes(id) },
    log: { warn: warned } as unknown as Log,
    onClose: (step) => (close = step),
  }).update
})

const notify = (user_id: string, count: number) =>
  database.db
    .insertInto('notifications')
    .values(Array.from({ length: count }, (_, index) => ({ user_id, content: `News ${index}` })))
    .execute()

it('a badge is emitted once after many changes, zero included, and counts up to 100', async () => {
  await notify(ama.id, 120)
  for (let count = 0; count < 50; count += 1) for (const { id } of [ama, kofi]) update(id)
  expect(sent).toEqual([])
  await expect.poll(() => sent, { interval: 5 }).toHaveLength(2)
  expect(new Map(sent)).toEqual(
    new Map([
      [ama.id, 100],
      [kofi.id, 0],
    ]),
  )
})

it('a badge is not counted for people without a socket', async () => {
  offline = [ama.id]
  for (const { id } of [ama, kofi]) update(id)
  await close()
  expect(sent).toEqual([[kofi.id, 0]])
})

it('pending badges are emitted at shutdown', async () => {
  update(kofi.id)
  await close()
  expect(sent).toEqual([[kofi.id, 0]])
})

it('a badge is retried after a failed count, and shutdown works without a database', async () => {
  const rename = (from: string, to: string) =>
    sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(database.db)
  await rename('notifications', 'away')
  update(ama.id)
  await expect.poll(() => warned.mock.calls.length).toBe(1)
  await rename('away', 'notifications')
  await expect.poll(() => sent).toEqual([[ama.id, 0]])
  await rename('notifications', 'away')
  update(ama.id)
  await close()
  await rename('away', 'notifications')
  expect(sent).toHaveLength(1)
})

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
/** Who has no socket anywhere. */
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
    live: { emitToUsers, mayHaveSocket: (id) => !offline.includes(id) },
    log: { warn: warned } as unknown as Log,
    onClose: (step) => (close = step),
  }).update
})

const notify = (user_id: string, count: number) =>
  database.db
    .insertInto('notifications')
    .values(Array.from({ length: count }, (_, index) => ({ user_id, content: `News ${index}` })))
    .execute()

it('emits to each person once what many changes came to, nothing as well, and counts as far as badges show', async () => {
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

it('counts for nobody who has no socket', async () => {
  offline = [ama.id]
  for (const { id } of [ama, kofi]) update(id)
  await close()
  expect(sent).toEqual([[kofi.id, 0]])
})

it('emits at the end what has changed by then', async () => {
  update(kofi.id)
  await close()
  expect(sent).toEqual([[kofi.id, 0]])
})

it('emits later what could not be counted, and ends also without a database', async () => {
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

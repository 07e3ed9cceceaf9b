import { sql } from 'kysely'
import { beforeAll, expect, it, vi } from 'vitest'
import type { Log } from '#server/platform/process/log.ts'
import { createTestDatabase } from '#testing/database.ts'
import { insertPeople, PEOPLE } from '#testing/accounts/people.ts'
import { setUp } from '#testing/set-up.ts'
import { type LiveNamespace, roomOf } from './live-socket.ts'
import { presenceWatch } from './presence-watch.ts'

const { ama } = PEOPLE

const database = setUp(createTestDatabase)
beforeAll(async () => {
  await insertPeople(database.db)
})

it('a failed read of presence is repeated until nobody watches', async () => {
  const emitted: unknown[] = []
  const warn = vi.fn()
  const rooms = new Map([[roomOf.watchers(ama.id), new Set(['a socket'])]])
  const emit = (_: string, payload: unknown) => emitted.push(payload)
  let receive: (payload: string) => void = () => undefined
  presenceWatch({
    namespace: { adapter: { rooms }, local: { to: () => ({ emit }) } } as unknown as LiveNamespace,
    db: database.db,
    listener: {
      on: (_, handle) => (receive = handle),
      onListening: () => undefined,
      isListening: () => true,
      confirmedAt: () => -Infinity,
      close: async () => undefined,
    },
    log: { warn } as unknown as Log,
  })
  const rename = (from: string, to: string) =>
    sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(database.db)
  await rename('presences', 'away')
  receive(ama.id)
  await expect.poll(() => warn.mock.calls.length).toBe(1)
  await rename('away', 'presences')
  await expect
    .poll(() => emitted)
    .toEqual([{ userId: ama.id, presence: { isOnline: false, lastSeenAt: null } }])

  await rename('presences', 'away')
  receive(ama.id)
  rooms.clear()
  await expect.poll(() => warn.mock.calls.length).toBe(2)
  await rename('away', 'presences')
  expect(emitted).toHaveLength(1)
})

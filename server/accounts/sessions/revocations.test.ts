import { beforeEach, expect, it } from 'vitest'
import type { Listener } from '#server/platform/db/listener.ts'
import { createTestDatabase } from '#testing/database.ts'
import { insertPairs } from '#testing/live/conversation-people.ts'
import { setUp } from '#testing/set-up.ts'
import { createRevocations, type Revocations } from './revocations.ts'

const MINUTE = 60_000

const database = setUp(createTestDatabase)
let now: number
let listening: boolean
let startListening: () => void
let receive: (payload: string) => void
let revoked: Revocations
beforeEach(() => {
  now = 0
  listening = true
  const listener: Listener = {
    on: (_, handle) => (receive = handle),
    onListening: (handle) => (startListening = handle),
    isListening: () => listening,
    confirmedAt: () => -Infinity,
    close: async () => undefined,
  }
  revoked = createRevocations({ db: database.db, listener, now: () => now })
})

async function newSession(): Promise<string> {
  const [pair] = await insertPairs(database.db, 1)
  return pair?.[0].sessionId ?? ''
}

/** Deletes a session without the notification that real ends send, to show whether the database was queried. */
const endUnannounced = (id: string) => database.db.deleteFrom('sessions').where('id', '=', id).execute()

it('the database is queried once per session while notifications may have been missed', async () => {
  startListening()
  const id = await newSession()
  expect(await revoked.isRevoked(id)).toBe(false)
  await endUnannounced(id)
  expect(await revoked.isRevoked(id)).toBe(false)
  receive(id)
  expect(await revoked.isRevoked(id)).toBe(true)
})

it('the database is queried every time without a listener, and again after it reconnects', async () => {
  startListening()
  const [one, two] = [await newSession(), await newSession()]
  for (const id of [one, two]) expect(await revoked.isRevoked(id)).toBe(false)
  listening = false
  await endUnannounced(one)
  expect(await revoked.isRevoked(one)).toBe(true)
  expect(await revoked.isRevoked(two)).toBe(false)
  await endUnannounced(two)
  listening = true
  startListening()
  expect(await revoked.isRevoked(two)).toBe(true)
})

it('a result is not cached if listening was interrupted during the query', async () => {
  startListening()
  const id = await newSession()
  const isRevoked = revoked.isRevoked(id)
  startListening()
  expect(await isRevoked).toBe(false)
  await endUnannounced(id)
  expect(await revoked.isRevoked(id)).toBe(true)
})

it('the database is not queried after the listener has run for a token’s lifetime', async () => {
  startListening()
  now = 12 * MINUTE
  expect(await revoked.isRevoked(crypto.randomUUID())).toBe(false)
})

it('a session that ends during the query is revoked', async () => {
  startListening()
  const id = await newSession()
  const isRevoked = revoked.isRevoked(id)
  receive(id)
  expect(await isRevoked).toBe(true)
})

it('a session announced by this process is queried until the notification arrives', async () => {
  startListening()
  now = 12 * MINUTE
  const [ends, stays] = [await newSession(), await newSession()]
  for (const id of [ends, stays]) {
    expect(await revoked.isRevoked(id)).toBe(false)
    await revoked.announce(database.db, [id])
  }
  await endUnannounced(ends)
  expect(await revoked.isRevoked(ends)).toBe(true)
  expect(await revoked.isRevoked(stays)).toBe(false)
})

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Listener } from '#server/db/listener.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { insertPairs } from '#testing/talkers.ts'
import { type Revocations, revocations } from './revocations.ts'

const MINUTE = 60_000

let database: TestDatabase
let now: number
let listening: boolean
let begin: () => void
let hear: (payload: string) => void
let revoked: Revocations
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(() => {
  now = 0
  listening = true
  const listener: Listener = {
    on: (_, handle) => (hear = handle),
    onListening: (handle) => (begin = handle),
    isListening: () => listening,
    close: async () => undefined,
  }
  revoked = revocations({ db: database.db, listener, now: () => now })
})

async function newSession(): Promise<string> {
  const [pair] = await insertPairs(database.db, 1)
  return pair?.[0].sessionId ?? ''
}

/** As never happens without being announced: whoever does not notice has not asked the database. */
const endUnheard = (id: string) => database.db.deleteFrom('sessions').where('id', '=', id).execute()

it('asks the database once for each session while news may have been missed', async () => {
  begin()
  const id = await newSession()
  expect(await revoked.isRevoked(id)).toBe(false)
  await endUnheard(id)
  expect(await revoked.isRevoked(id)).toBe(false)
  hear(id)
  expect(await revoked.isRevoked(id)).toBe(true)
})

it('asks each time while it hears nothing, and anew once it hears again', async () => {
  begin()
  const [one, two] = [await newSession(), await newSession()]
  for (const id of [one, two]) expect(await revoked.isRevoked(id)).toBe(false)
  listening = false
  await endUnheard(one)
  expect(await revoked.isRevoked(one)).toBe(true)
  expect(await revoked.isRevoked(two)).toBe(false)
  await endUnheard(two)
  listening = true
  begin()
  expect(await revoked.isRevoked(two)).toBe(true)
})

it('keeps nothing that it found while the news were interrupted', async () => {
  begin()
  const id = await newSession()
  const asked = revoked.isRevoked(id)
  begin()
  expect(await asked).toBe(false)
  await endUnheard(id)
  expect(await revoked.isRevoked(id)).toBe(true)
})

it('asks nothing more once it has heard for as long as a token is good', async () => {
  begin()
  now = 12 * MINUTE
  expect(await revoked.isRevoked(crypto.randomUUID())).toBe(false)
})

it('knows a session that ends while it is looked up', async () => {
  begin()
  const id = await newSession()
  const asked = revoked.isRevoked(id)
  hear(id)
  expect(await asked).toBe(true)
})

it('knows what has ended here before that is heard, and what was not to end after all', async () => {
  begin()
  now = 12 * MINUTE
  const [ends, stays] = [await newSession(), await newSession()]
  for (const id of [ends, stays]) {
    expect(await revoked.isRevoked(id)).toBe(false)
    await revoked.announce(database.db, [id])
  }
  await endUnheard(ends)
  expect(await revoked.isRevoked(ends)).toBe(true)
  expect(await revoked.isRevoked(stays)).toBe(false)
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { inDocument } from './in-document.ts'
import { type Trial, trialTable, tryPartitions } from './partition-trial.ts'

let database: TestDatabase
let trials: Trial[]
beforeAll(async () => {
  database = await createTestDatabase()
  trials = await tryPartitions(database.db)
})
afterAll(() => database.close())

describe('messages and notifications in parts', () => {
  it.each(['messages', 'notifications'] as const)('%s prune as docs/scaling.md says', (table) => {
    expect(inDocument(trialTable(trials, table))).toBe(true)
  })
})

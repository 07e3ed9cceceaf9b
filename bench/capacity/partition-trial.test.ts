import { beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase } from '#testing/database.ts'
import { setUp } from '#testing/set-up.ts'
import { inDocument } from './in-document.ts'
import { type Trial, trialTable, tryPartitions } from './partition-trial.ts'

const database = setUp(createTestDatabase)
let trials: Trial[]
beforeAll(async () => {
  trials = await tryPartitions(database.db)
})

describe('messages and notifications in parts', () => {
  it.each(['messages', 'notifications'] as const)('%s prune as docs/scaling.md says', (table) => {
    expect(inDocument(trialTable(trials, table))).toBe(true)
  })
})

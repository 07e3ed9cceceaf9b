import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '#server/platform/process/log.ts'
import type { BackupState } from './backup-memory.ts'
import { createVerifications } from './verifications.ts'

const HOUR = 60 * 60_000
const NOW = Date.parse('2026-11-22T08:00:00Z')
const hoursAgo = (hours: number) => new Date(NOW - hours * HOUR).toISOString()

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }))
afterEach(() => void vi.useRealTimers())

test.each<[string, Partial<BackupState>, boolean]>([
  ['the first base', {}, true],
  ['a verification a week ago', { verifiedAt: hoursAgo(170), verifyBegunAt: hoursAgo(170) }, true],
  ['a verification yesterday', { verifiedAt: hoursAgo(30), verifyBegunAt: hoursAgo(30) }, false],
  ['a failed one today', { verifyBegunAt: hoursAgo(3) }, false],
  ['a failed one two days ago', { verifyBegunAt: hoursAgo(48) }, true],
])('a verification is due after %s, with state %j: %j', (_, state, isDue) => {
  const memory = {
    read: () => ({ baseAt: hoursAgo(5), ...state }) as BackupState,
    change: async () => undefined,
    noteHole: async () => undefined,
  }
  const reporter = { clear: async () => undefined, report: async () => undefined }
  const site = { dataDir: '', adminUrl: '', storage: undefined as never }
  const verifications = createVerifications(site, { memory, log: createLog('silent'), reporter })
  expect(verifications.isDue()).toBe(false)
  vi.advanceTimersByTime(HOUR)
  expect(verifications.isDue()).toBe(isDue)
})

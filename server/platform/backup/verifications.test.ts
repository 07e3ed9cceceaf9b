import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '#server/platform/process/log.ts'
import type { BackupState } from './backup-memory.ts'
import { verificationsOf } from './verifications.ts'

const HOUR = 60 * 60_000
const NOW = Date.parse('2026-11-22T08:00:00Z')
const hoursAgo = (hours: number) => new Date(NOW - hours * HOUR).toISOString()

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }))
afterEach(() => void vi.useRealTimers())

test.each<[string, Partial<BackupState>, boolean]>([
  ['the first base', {}, true],
  ['a look of a week ago', { verifiedAt: hoursAgo(170), verifyBegunAt: hoursAgo(170) }, true],
  ['a look of yesterday', { verifiedAt: hoursAgo(30), verifyBegunAt: hoursAgo(30) }, false],
  ['one that failed, or ended with the process, today', { verifyBegunAt: hoursAgo(3) }, false],
  ['one that did so two days ago', { verifyBegunAt: hoursAgo(48) }, true],
])('an hour after the start, after %s, a verification is due: %j %j', (_, state, isDue) => {
  const memory = {
    read: () => ({ baseAt: hoursAgo(5), ...state }) as BackupState,
    change: async () => undefined,
    noteHole: async () => undefined,
  }
  const trouble = { over: async () => undefined, note: async () => undefined }
  const site = { dataDir: '', adminUrl: '', storage: undefined as never }
  const verifications = verificationsOf(site, { memory, log: createLog('silent'), trouble })
  expect(verifications.isDue()).toBe(false)
  vi.advanceTimersByTime(HOUR)
  expect(verifications.isDue()).toBe(isDue)
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Repository } from '#server/platform/backup/repository/repository.ts'
import { detectSilence } from './silence.ts'

const MINUTE = 60_000
const repository = { put: async () => ({ bytes: 0, sha256: '' }) } as unknown as Repository

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

test('a running step counts as silent after five minutes without a stored file', async () => {
  const silence = detectSilence()
  let end = () => {}
  const step = silence.during(() => new Promise<void>((resolve) => (end = resolve)))
  vi.advanceTimersByTime(4 * MINUTE)
  expect(silence.isLong()).toBe(false)
  await silence.observe(repository).put('log/1', Buffer.from(''))
  vi.advanceTimersByTime(4 * MINUTE)
  expect(silence.isLong()).toBe(false)
  vi.advanceTimersByTime(MINUTE)
  expect(silence.isLong()).toBe(true)
  end()
  await step
  expect(silence.isLong()).toBe(false)
  // A base is stored independently of the steps.
  await silence.observe(repository).put('bases/1', Buffer.from(''))
  vi.advanceTimersByTime(6 * MINUTE)
  expect(silence.isLong()).toBe(false)
})

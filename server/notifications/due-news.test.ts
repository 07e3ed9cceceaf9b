import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Database } from '#server/db/connect.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { createLog } from '#server/log.ts'
import { dueNews } from './due-news.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** How many seconds after the start it looked. */
function watched() {
  const start = performance.now()
  const looks: number[] = []
  const close: (() => Promise<void>)[] = []
  const due = dueNews({
    db: {} as Database,
    jobs: { schedule: () => undefined } as unknown as Jobs,
    log: createLog('silent'),
    onClose: (step) => void close.push(step),
    releaseDuePushes: async () => void looks.push((performance.now() - start) / 1000),
    releaseDueDigests: async () => undefined,
    onUnreadChanged: () => undefined,
  })
  return { due, looks, close: () => Promise.all(close.map((step) => step())) }
}

it('a message written while a look is awaited gets a look of its own', async () => {
  const { due, looks } = watched()
  due.messageWritten()
  await vi.advanceTimersByTimeAsync(3000)
  due.messageWritten()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(looks).toEqual([4.2, 7.2])
})

it('however many messages there are, it looks once each few seconds and once after the last', async () => {
  const { due, looks, close } = watched()
  for (let written = 0; written < 100; written++) {
    due.messageWritten()
    await vi.advanceTimersByTimeAsync(100)
  }
  await vi.advanceTimersByTimeAsync(60_000)
  expect(looks.length).toBeLessThanOrEqual(5)
  expect(looks.at(-1)).toBeCloseTo(9.9 + 4.2, 1)
  due.messageWritten()
  const before = looks.length
  await close()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(looks).toHaveLength(before)
})

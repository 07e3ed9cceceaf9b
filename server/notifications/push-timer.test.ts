import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLog } from '#server/platform/process/log.ts'
import { createPushTimer } from './push-timer.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A push timer and the seconds from the start to each of its releases. */
function watched() {
  const start = Date.now()
  const releases: number[] = []
  const close: (() => Promise<void>)[] = []
  const timer = createPushTimer({
    log: createLog('silent'),
    onClose: (step) => void close.push(step),
    release: async () => void releases.push((Date.now() - start) / 1000),
  })
  return { timer, releases, close: () => Promise.all(close.map((step) => step())) }
}

it('a message written during a pending release gets a release of its own', async () => {
  const { timer, releases } = watched()
  timer.messageWritten()
  await vi.advanceTimersByTimeAsync(3000)
  timer.messageWritten()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(releases).toEqual([4.2, 7.2])
})

it('many messages cause a release every few seconds and one after the last', async () => {
  const { timer, releases, close } = watched()
  for (let written = 0; written < 100; written++) {
    timer.messageWritten()
    await vi.advanceTimersByTimeAsync(100)
  }
  await vi.advanceTimersByTimeAsync(60_000)
  expect(releases.length).toBeLessThanOrEqual(5)
  expect(releases.at(-1)).toBeCloseTo(9.9 + 4.2, 1)
  timer.messageWritten()
  const before = releases.length
  await close()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(releases).toHaveLength(before)
})

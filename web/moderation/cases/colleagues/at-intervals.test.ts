import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { atIntervals } from './at-intervals.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('acts at once, and once more for all calls in the interval', () => {
  const act = vi.fn<() => void>()
  const paced = atIntervals(act, 2000)
  for (let count = 0; count < 5; count += 1) paced.call()
  expect(act).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(2000)
  expect(act).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(10_000)
  expect(act).toHaveBeenCalledTimes(2)
  paced.call()
  expect(act).toHaveBeenCalledTimes(3)
})

it('does nothing after its end', () => {
  const act = vi.fn<() => void>()
  const paced = atIntervals(act, 2000)
  paced.call()
  paced.call()
  paced.stop()
  vi.advanceTimersByTime(10_000)
  expect(act).toHaveBeenCalledTimes(1)
})

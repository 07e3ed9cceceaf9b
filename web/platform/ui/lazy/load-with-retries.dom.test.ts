import { beforeEach, expect, it, vi } from 'vitest'
import { loadWithRetries } from './load-with-retries.ts'

beforeEach(() => void vi.useFakeTimers())

const failing = () => vi.fn(async (): Promise<string> => Promise.reject(new Error('no network')))

it('retries with growing pauses, and at once when the network is back', async () => {
  const load = failing()
  const loading = loadWithRetries(load)
  await vi.advanceTimersByTimeAsync(0)
  expect(load).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(load).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(9_999)
  expect(load).toHaveBeenCalledTimes(2)
  load.mockImplementation(async () => 'code')
  window.dispatchEvent(new Event('online'))
  expect(await loading).toBe('code')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(load).toHaveBeenCalledTimes(3)
})

it('stops once the code is no longer wanted', async () => {
  const load = failing()
  const end = new AbortController()
  const failure = loadWithRetries(load, end.signal).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(1_000)
  end.abort()
  expect(await failure).toMatchObject({ message: 'no network' })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(load).toHaveBeenCalledTimes(1)
})

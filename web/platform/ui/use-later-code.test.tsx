// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useLaterCode } from './use-later-code.ts'

const CODE = { name: 'code' }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const passes = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

it('code is requested once it is wanted, and is there as long as it is', async () => {
  const load = vi.fn(async () => CODE)
  const { result, rerender } = renderHook(({ isWanted }) => useLaterCode(load, isWanted), {
    initialProps: { isWanted: false },
  })
  await passes(60_000)
  expect(load).not.toHaveBeenCalled()
  rerender({ isWanted: true })
  await passes(0)
  expect(result.current).toBe(CODE)
  rerender({ isWanted: false })
  expect(result.current).toBeUndefined()
  rerender({ isWanted: true })
  await passes(60_000)
  expect(result.current).toBe(CODE)
  expect(load).toHaveBeenCalledTimes(1)
})

it('what failed is requested again, after each failure later, and at once when the network is back', async () => {
  const load = vi.fn(async (): Promise<typeof CODE> => Promise.reject(new Error('no network')))
  const { result, unmount } = renderHook(() => useLaterCode(load, true))
  await passes(0)
  expect(load).toHaveBeenCalledTimes(1)
  await passes(5_000)
  expect(load).toHaveBeenCalledTimes(2)
  await passes(9_999)
  expect(load).toHaveBeenCalledTimes(2)
  load.mockImplementation(async () => CODE)
  window.dispatchEvent(new Event('online'))
  await passes(0)
  expect(result.current).toBe(CODE)
  unmount()
  await passes(60_000)
  expect(load).toHaveBeenCalledTimes(3)
})

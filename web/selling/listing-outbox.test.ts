// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createListingOutbox } from './listing-outbox.ts'
import { flagWaiting } from './listing-outbox-flag.ts'

let outbox: ReturnType<typeof createListingOutbox>
const send = vi.fn<() => Promise<void>>()

beforeEach(() => {
  vi.useFakeTimers()
  send.mockReset().mockRejectedValue(new TypeError('Failed to fetch'))
  outbox = createListingOutbox('ama', send)
})
afterEach(() => {
  outbox.close()
  vi.useRealTimers()
  vi.restoreAllMocks()
  localStorage.clear()
})

it('tries again with growing pauses until nothing waits', async () => {
  flagWaiting('ama', true)
  outbox.hurry()
  expect(send).toHaveBeenCalledTimes(1)
  let count = 1
  for (const pause of [2000, 5000, 15_000, 30_000, 60_000, 60_000]) {
    await vi.advanceTimersByTimeAsync(pause - 1)
    expect(send).toHaveBeenCalledTimes(count)
    await vi.advanceTimersByTimeAsync(1)
    count += 1
    expect(send).toHaveBeenCalledTimes(count)
  }
  send.mockImplementationOnce(async () => flagWaiting('ama', false))
  await vi.advanceTimersByTimeAsync(3_600_000)
  expect(send).toHaveBeenCalledTimes(count + 1)
})

it('takes heart from every sign of a network', async () => {
  flagWaiting('ama', true)
  outbox.hurry()
  await vi.advanceTimersByTimeAsync(7000)
  expect(send).toHaveBeenCalledTimes(3)
  outbox.hurry()
  await vi.advanceTimersByTimeAsync(2000)
  expect(send).toHaveBeenCalledTimes(5)
})

it('begins by itself when a listing is put aside while the browser believes in a network', async () => {
  flagWaiting('kofi', true)
  await vi.advanceTimersByTimeAsync(2000)
  expect(send).not.toHaveBeenCalled()
  flagWaiting('ama', true)
  await vi.advanceTimersByTimeAsync(2000)
  expect(send).toHaveBeenCalledOnce()
})

it('sends nothing twice at a time, nothing without a network, and nothing once it is closed', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  send.mockReturnValueOnce(promise)
  flagWaiting('ama', true)
  outbox.hurry()
  outbox.hurry()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(send).toHaveBeenCalledOnce()
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  resolve()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(send).toHaveBeenCalledOnce()
  online.mockReturnValue(true)
  outbox.close()
  outbox.hurry()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(send).toHaveBeenCalledOnce()
})

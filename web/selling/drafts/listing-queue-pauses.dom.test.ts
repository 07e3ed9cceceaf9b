import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { signInAs } from '#testing/accounts/session.ts'
import { createApiClient } from '#web/platform/api/client.ts'
import { createQueryClient } from '#web/platform/api/query-client.ts'
import { EMPTY_LISTING } from '#web/selling/editor/blank-listing.ts'
import { newListing } from '#web/selling/editor/listing-start.ts'
import { createListingQueue } from './listing-queue.ts'
import { listListings, storedListings, storeListing } from './stored-listings.ts'

let queue: ReturnType<typeof createListingQueue>
const sendListing = vi.fn<() => Promise<void>>()

const putAside = (personId: string) =>
  storeListing(personId, {
    ...newListing(),
    values: { ...EMPTY_LISTING, title: 'Bed' },
    isSaved: false,
    delivery: 'waiting',
  })
const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000)

beforeEach(() => {
  vi.useFakeTimers()
  signInAs('ama')
  sendListing.mockReset()
  sendListing.mockRejectedValue(new DOMException('No answer', 'TimeoutError'))
  queue = createListingQueue({
    api: createApiClient({ fetch: () => Promise.reject(new TypeError('Failed to fetch')) }),
    queryClient: createQueryClient({ retry: false }),
    personId: 'ama',
    loadSend: async () => ({ sendListing }),
  })
})
afterEach(async () => {
  queue.close()
  await storedListings.deleteWhere(() => true)
})

it('retries with growing pauses until nothing waits', async () => {
  await putAside('ama')
  await seconds(0)
  expect(sendListing).toHaveBeenCalledTimes(1)
  let count = 1
  for (const pause of [2, 5, 15, 30, 60, 60]) {
    await vi.advanceTimersByTimeAsync(pause * 1000 - 1)
    expect(sendListing).toHaveBeenCalledTimes(count)
    await vi.advanceTimersByTimeAsync(1)
    count += 1
    expect(sendListing).toHaveBeenCalledTimes(count)
  }
  sendListing.mockResolvedValueOnce()
  await seconds(3600)
  expect(sendListing).toHaveBeenCalledTimes(count + 1)
  expect(listListings('ama')).toEqual([])
})

it('restarts with short pauses at every sign of a network', async () => {
  await putAside('ama')
  await seconds(7)
  expect(sendListing).toHaveBeenCalledTimes(3)
  await queue.flush()
  await seconds(2)
  expect(sendListing).toHaveBeenCalledTimes(5)
})

it('sends nothing for another person', async () => {
  await putAside('kofi')
  await seconds(60)
  expect(sendListing).not.toHaveBeenCalled()
})

it('sends nothing twice at a time, without a network or once closed', async () => {
  const { promise, reject } = Promise.withResolvers<void>()
  sendListing.mockReturnValueOnce(promise)
  await putAside('ama')
  void queue.flush()
  void queue.flush()
  await seconds(60)
  expect(sendListing).toHaveBeenCalledOnce()
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  reject(new DOMException('No answer', 'TimeoutError'))
  await seconds(60)
  expect(sendListing).toHaveBeenCalledOnce()
  online.mockReturnValue(true)
  queue.close()
  await queue.flush()
  await seconds(60)
  expect(sendListing).toHaveBeenCalledOnce()
})

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { inSharedBatches } from './batches.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Work whose batches end when the test resolves them. */
function heldWork() {
  const batches: { items: string[]; end: PromiseWithResolvers<void> }[] = []
  const put = inSharedBatches(async (items: string[]) => {
    const end = Promise.withResolvers<void>()
    batches.push({ items, end })
    await end.promise
    return items.map((item) => item.toUpperCase())
  })
  return { batches, put, items: () => batches.map((batch) => batch.items) }
}

it('the first item starts at once, and later ones share the next batch', async () => {
  const { batches, put, items } = heldWork()
  const results = ['a', 'b', 'c'].map(put)
  expect(items()).toEqual([['a']])
  batches[0]?.end.resolve()
  expect(await results[0]).toBe('A')
  await expect.poll(items).toEqual([['a'], ['b', 'c']])
  batches[1]?.end.resolve()
  expect(await Promise.all(results)).toEqual(['A', 'B', 'C'])
})

it('a slow batch delays the next one briefly, and four batches run at most', async () => {
  const { batches, put, items } = heldWork()
  const results: Promise<string>[] = []
  for (const item of ['a', 'b', 'c', 'd', 'e']) {
    results.push(put(item))
    vi.advanceTimersByTime(50)
  }
  expect(items()).toEqual([['a'], ['b'], ['c'], ['d']])
  batches[2]?.end.resolve()
  await expect.poll(items).toHaveLength(5)
  for (const { end } of batches) end.resolve()
  expect(await Promise.all(results)).toEqual(['A', 'B', 'C', 'D', 'E'])
})

it('items are retried one by one if their batch fails', async () => {
  const put = inSharedBatches(async (items: number[]) => {
    await Promise.resolve()
    if (items.includes(13)) throw new Error('thirteen')
    return items.map((item) => item * 2)
  })
  const results = await Promise.allSettled([1, 2, 13, 4].map(put))
  expect(results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed'))).toEqual([
    2,
    4,
    'failed',
    8,
  ])
})

it('a batch has at most 32 items', async () => {
  const sizes: number[] = []
  const put = inSharedBatches(async (items: number[]) => {
    sizes.push(items.length)
    await Promise.resolve()
    return items
  })
  await Promise.all(Array.from({ length: 40 }, (_, index) => put(index)))
  expect(sizes).toEqual([1, 32, 7])
})

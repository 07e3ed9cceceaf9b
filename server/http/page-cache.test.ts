import { expect, it, vi } from 'vitest'
import { pageCache } from './page-cache.ts'

function cacheAt(render: (key: string) => Promise<{ status: number; html: string }>) {
  const clock = { now: 0 }
  const cache = pageCache({
    render,
    freshMilliseconds: 10,
    staleMilliseconds: 100,
    maxPages: 2,
    now: () => clock.now,
  })
  const read = async (key: string) => new TextDecoder().decode((await cache.get(key)).bodies.identity)
  return { cache, clock, read }
}

function counting() {
  let renderings = 0
  return vi.fn(async (key: string) => ({ status: 200, html: `${key} ${(renderings += 1)}` }))
}

it('renders a page once for all who ask at the same time', async () => {
  const render = counting()
  const { read } = cacheAt(render)
  expect(await Promise.all([read('/a'), read('/a'), read('/a')])).toEqual(['/a 1', '/a 1', '/a 1'])
  expect(render).toHaveBeenCalledTimes(1)
})

it('serves a stale page while the next one is made', async () => {
  const { clock, read } = cacheAt(counting())
  await read('/a')
  clock.now = 50
  expect(await read('/a')).toBe('/a 1')
  await expect.poll(() => read('/a')).toBe('/a 2')
})

it('does not serve a page that is too old', async () => {
  const { clock, read } = cacheAt(counting())
  await read('/a')
  clock.now = 100
  expect(await read('/a')).toBe('/a 2')
})

it('forgets the least recently used page', async () => {
  const render = counting()
  const { read } = cacheAt(render)
  await read('/a')
  await read('/b')
  await read('/a')
  await read('/c')
  await read('/a')
  expect(render.mock.calls.map(([key]) => key)).toEqual(['/a', '/b', '/c'])
})

it('keeps no failure', async () => {
  const { read } = cacheAt(
    vi
      .fn()
      .mockResolvedValueOnce({ status: 503, html: 'busy' })
      .mockResolvedValueOnce({ status: 200, html: 'well' }),
  )
  expect(await read('/a')).toBe('busy')
  expect(await read('/a')).toBe('well')
})

it('does not keep what began to be rendered before a change', async () => {
  const answers: ((html: string) => void)[] = []
  const { cache, read } = cacheAt(
    () => new Promise((resolve) => answers.push((html) => resolve({ status: 200, html }))),
  )
  const before = read('/a')
  cache.clear()
  const after = read('/a')
  answers[0]?.('old')
  answers[1]?.('new')
  expect(await before).toBe('old')
  expect(await after).toBe('new')
  expect(await read('/a')).toBe('new')
})

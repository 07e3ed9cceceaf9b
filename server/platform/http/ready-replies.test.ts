import { describe, expect, it, vi } from 'vitest'
import { createTelemetry } from '#server/platform/metrics/telemetry.ts'
import { openStandIns } from '#server/platform/http/stand-ins/stand-ins.ts'
import { StorageError } from '#server/platform/errors/storage-error.ts'
import { createReadyReplies } from './ready-replies.ts'
import { contentOf } from './reply.ts'

function cacheAt(render: (key: string) => Promise<{ status: number; html: string }>) {
  const clock = { now: 0 }
  const replies = createReadyReplies({
    telemetry: createTelemetry(),
    standIns: openStandIns({ maxAgeMs: 1_000_000, now: () => clock.now }),
    build: '',
    now: () => clock.now,
  })
  const get = (key: string) =>
    replies.getPage(key, async () => {
      const { status, html } = await render(key)
      return { status, headers: {}, keys: [], content: contentOf(html) }
    })
  const read = async (key: string) => (await get(key)).value.content.bodies.identity
  return { cache: { get, clear: replies.clear }, clock, read }
}

function counting() {
  let renderings = 0
  return vi.fn(async (key: string) => ({ status: 200, html: `${key} ${(renderings += 1)}` }))
}

it('a page is rendered once for simultaneous requests', async () => {
  const render = counting()
  const { read } = cacheAt(render)
  expect(await Promise.all([read('/a'), read('/a'), read('/a')])).toEqual(['/a 1', '/a 1', '/a 1'])
  expect(render).toHaveBeenCalledTimes(1)
})

it('a stale page is served while the next one is rendered', async () => {
  const { clock, read } = cacheAt(counting())
  await read('/a')
  clock.now = 6000
  expect(await read('/a')).toBe('/a 1')
  await expect.poll(() => read('/a')).toBe('/a 2')
})

it('a page that is too old is not served', async () => {
  const { clock, read } = cacheAt(counting())
  await read('/a')
  clock.now = 60_000
  expect(await read('/a')).toBe('/a 2')
})

it('a failure is not cached', async () => {
  const { read } = cacheAt(
    vi
      .fn()
      .mockResolvedValueOnce({ status: 503, html: 'busy' })
      .mockResolvedValueOnce({ status: 200, html: 'well' }),
  )
  expect(await read('/a')).toBe('busy')
  expect(await read('/a')).toBe('well')
})

it('a page whose rendering began before a change is not cached', async () => {
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

describe('a page that cannot be rendered', () => {
  const away = () => Promise.reject(new StorageError('unreachable', 'gone'))
  const well = (html: string) => () => Promise.resolve({ status: 200, html })

  /** A cache whose `way.render` the test can replace. */
  function cacheThat() {
    const way = { render: well('first'), count: 0 }
    const made = cacheAt(() => {
      way.count += 1
      return way.render()
    })
    const answer = async (key: string) => {
      const { value, staleSeconds } = await made.cache.get(key)
      return [value.status, staleSeconds, await made.read(key)]
    }
    return { ...made, way, answer }
  }

  it.each([
    ['fails by an outage', away],
    ['replies with 503', () => Promise.resolve({ status: 503, html: 'busy' })],
  ])('is replaced by the old one with its age if its rendering %s', async (_, render) => {
    const { clock, way, answer, cache } = cacheThat()
    await answer('/a')
    way.render = render
    clock.now = 61_000
    expect(await answer('/a')).toEqual([200, 61, 'first'])
    // An outdated page is used as well; after the first failure, rendering pauses for a while.
    clock.now = 67_000
    cache.clear()
    const attempts = way.count
    expect(await answer('/a')).toEqual([200, 67, 'first'])
    expect(way.count).toBe(attempts + 1)
    way.render = well('second')
    clock.now = 72_500
    expect(await answer('/a')).toEqual([200, undefined, 'second'])
  })

  it('has no stand-in if it is unknown, too old or was deleted', async () => {
    const { clock, way, cache } = cacheThat()
    for (const key of ['/old', '/gone']) await cache.get(key)
    way.render = () => Promise.resolve({ status: 404, html: 'gone' })
    clock.now = 70_000
    await cache.get('/gone')
    way.render = away
    await expect(cache.get('/gone')).rejects.toThrow('gone')
    await expect(cache.get('/never')).rejects.toThrow('gone')
    clock.now = 1_100_000
    await expect(cache.get('/old')).rejects.toThrow('gone')
  })

  it('has no stand-in after an internal error', async () => {
    const { clock, way, cache } = cacheThat()
    await cache.get('/a')
    way.render = () => Promise.reject(new TypeError('x is not a function'))
    clock.now = 70_000
    await expect(cache.get('/a')).rejects.toThrow('not a function')
  })
})

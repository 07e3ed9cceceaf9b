import { describe, expect, it } from 'vitest'
import { createLoadingCache } from './loading-cache.ts'

function counted(
  options: {
    staleMs?: (key: string) => number
    survivesClear?: (value: number) => boolean
    canOutdate?: (key: string, change: string) => boolean
    confirmed?: { at: () => number; forMs: number }
  } = {},
) {
  let time = 0
  let loads = 0
  const cache = createLoadingCache<number, string>({ max: 2, freshMs: 10, now: () => time, ...options })
  return {
    cache,
    pass: (milliseconds: number) => (time += milliseconds),
    get: (key = 'a') => cache.get(key, async () => (loads += 1)),
    loads: () => loads,
  }
}

describe('a loading cache', () => {
  it('loads once for simultaneous callers, and again after the value expires', async () => {
    const { get, pass, loads } = counted()
    expect(await Promise.all([get(), get()])).toEqual([1, 1])
    pass(9)
    expect(await get()).toBe(1)
    pass(1)
    expect(await get()).toBe(2)
    expect(loads()).toBe(2)
  })

  it('returns a stale value while it reloads it', async () => {
    const { get, pass, loads } = counted({ staleMs: () => 50 })
    await get()
    pass(20)
    expect(await Promise.all([get(), get()])).toEqual([1, 1])
    expect(loads()).toBe(2)
    expect(await get()).toBe(2)
    pass(61)
    expect(await get()).toBe(3)
  })

  it('evicts the least recently used value, and everything when cleared', async () => {
    const { cache, get, loads } = counted()
    await get('a')
    await get('b')
    await get('a')
    await get('c')
    expect(await get('a')).toBe(1)
    expect(await get('b')).toBe(4)
    cache.clear()
    await get('b')
    expect(loads()).toBe(5)
  })

  it('returns a confirmed value until it is too old or no longer confirmed', async () => {
    let at = 0
    const { cache, get, pass, loads } = counted({ confirmed: { at: () => at, forMs: 100 } })
    await get()
    pass(90)
    at = 81
    expect(await get()).toBe(1)
    pass(1)
    expect(await get()).toBe(2)

    pass(50)
    at = 141
    expect(await get()).toBe(2)
    cache.clear()
    expect(await get()).toBe(3)

    pass(100)
    at = 241
    expect(await get()).toBe(4)
    expect(loads()).toBe(4)
  })

  it('keeps surviving values after a clear while they are fresh', async () => {
    const { cache, get, pass } = counted({ survivesClear: (value: number) => value > 1 })
    await get('a')
    await get('b')
    cache.clear()
    expect([await get('a'), await get('b')]).toEqual([3, 2])
    pass(10)
    expect(await get('b')).toBe(4)
  })

  it('keeps values that a change cannot affect, even during their load', async () => {
    const { cache, get } = counted({ canOutdate: (key, change) => key.startsWith(change) })
    const { promise, resolve } = Promise.withResolvers<number>()
    await get('a1')
    const loading = cache.get('b1', () => promise)
    cache.clear('a')
    cache.clear('c')
    resolve(100)
    expect([await get('a1'), await get('b1'), await loading]).toEqual([2, 100, 100])
    cache.clear()
    expect([await get('a1'), await get('b1')]).toEqual([3, 4])
  })

  it('treats a value as outdated after more changes than it remembers', async () => {
    const { cache, get } = counted({ canOutdate: () => false })
    await get()
    for (let change = 0; change < 500; change += 1) cache.clear('b')
    expect(await get()).toBe(1)
    for (let change = 0; change < 501; change += 1) cache.clear('b')
    expect(await get()).toBe(2)
  })

  it('does not store a value whose load began before a clear', async () => {
    const { cache, get } = counted()
    const { promise, resolve } = Promise.withResolvers<number>()
    const before = cache.get('a', () => promise)
    cache.clear()
    expect(await get()).toBe(1)
    resolve(100)
    expect(await before).toBe(100)
    expect(await get()).toBe(1)
  })

  it('does not store failures', async () => {
    const { cache, get } = counted()
    const broken = cache.get('a', () => Promise.reject(new Error('broken')))
    await expect(broken).rejects.toThrow('broken')
    expect(await get()).toBe(1)
  })
})

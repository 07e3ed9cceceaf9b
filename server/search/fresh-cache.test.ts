import { describe, expect, it } from 'vitest'
import { freshCache } from './fresh-cache.ts'

function counted(options: { most?: number; staleMilliseconds?: number } = {}) {
  let time = 0
  let loads = 0
  const cache = freshCache<number>({ most: 2, freshMilliseconds: 10, now: () => time, ...options })
  return {
    cache,
    pass: (milliseconds: number) => (time += milliseconds),
    get: (key = 'a') => cache.get(key, async () => (loads += 1)),
    loads: () => loads,
  }
}

describe('a fresh cache', () => {
  it('loads once for all who ask at the same time, and until it is no longer fresh', async () => {
    const { get, pass, loads } = counted()
    expect(await Promise.all([get(), get()])).toEqual([1, 1])
    pass(10)
    expect(await get()).toBe(1)
    pass(1)
    expect(await get()).toBe(2)
    expect(loads()).toBe(2)
  })

  it('hands out a stale value while it renews it', async () => {
    const { get, pass, loads } = counted({ staleMilliseconds: 50 })
    await get()
    pass(20)
    expect(await Promise.all([get(), get()])).toEqual([1, 1])
    expect(loads()).toBe(2)
    expect(await get()).toBe(2)
    pass(61)
    expect(await get()).toBe(3)
  })

  it('drops what was asked for longest ago, and everything when told', async () => {
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

  it('does not keep failures', async () => {
    const { cache, get } = counted()
    const broken = cache.get('a', () => Promise.reject(new Error('broken')))
    await expect(broken).rejects.toThrow('broken')
    expect(await get()).toBe(1)
  })
})

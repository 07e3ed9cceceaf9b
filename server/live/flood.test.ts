import { expect, it } from 'vitest'
import { pace, paceByKey } from './flood.ts'

it('lets a burst pass, then so many a second', () => {
  let now = 0
  const mayPass = pace(5, 10, () => now)
  const passed = (tries: number) => Array.from({ length: tries }, mayPass).filter(Boolean).length
  expect(passed(20)).toBe(10)
  now += 1000
  expect(passed(20)).toBe(5)
  now += 60_000
  expect(passed(20)).toBe(10)
})

it('counts each key by itself', () => {
  const mayPass = paceByKey(1, 1)
  expect([mayPass('ama'), mayPass('ama'), mayPass('kofi')]).toEqual([true, false, true])
})

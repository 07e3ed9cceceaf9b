import { expect, it } from 'vitest'
import { tokenBucket, tokenBuckets } from './token-bucket.ts'

it('tokenBucket allows a burst and then a fixed rate', () => {
  let now = 0
  const isAllowed = tokenBucket(5, 10, () => now)
  const passed = (attempts: number) => Array.from({ length: attempts }, isAllowed).filter(Boolean).length
  expect(passed(20)).toBe(10)
  now += 1000
  expect(passed(20)).toBe(5)
  now += 60_000
  expect(passed(20)).toBe(10)
})

it('tokenBuckets counts each key separately', () => {
  const isAllowed = tokenBuckets(1, 1)
  expect([isAllowed('ama'), isAllowed('ama'), isAllowed('kofi')]).toEqual([true, false, true])
})

import { expect, it } from 'vitest'
import { editDistance } from './edit-distance.ts'

it.each([
  ['samsung', 'samsung', 0],
  ['samsng', 'samsung', 1],
  ['smasung', 'samsung', 1],
  ['galxyy', 'galaxy', 2],
  ['', 'abc', 3],
  ['ɔkɔ', 'ɔkɛ', 1],
])('the distance from %s to %s is %d', (a, b, slips) => {
  expect(editDistance(a, b)).toBe(slips)
  expect(editDistance(b, a)).toBe(slips)
})

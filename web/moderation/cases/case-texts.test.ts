import { expect, it } from 'vitest'
import { pointsText } from './case-texts.ts'

it.each([
  [4, '4'],
  [2.6666667, '2.7'],
  [19.999998, '20'],
  [0, '0'],
])('points of %d are shown as %s', (points, shown) => {
  expect(pointsText(points)).toBe(shown)
})

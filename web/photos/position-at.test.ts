import { expect, it } from 'vitest'
import { positionAt } from './position-at.ts'

const size = { width: 100, height: 80 }
/** Two rows of three, as on a desktop. */
const slots = [0, 110, 220, 0, 110, 220].map((left, index) => ({ left, top: index < 3 ? 0 : 90, ...size }))

it.each([
  ['at its own position', 0, 0, 0],
  ['a little beside it', 40, 10, 0],
  ['beyond the middle between two', 60, 0, 1],
  ['in the second row', 120, 70, 4],
  ['far beyond the end', 900, 900, 5],
  ['far before the start', -500, -500, 0],
])('finds the position of a photo dragged %s', (_, left, top, expected) => {
  expect(positionAt({ left, top, ...size }, slots)).toBe(expected)
})

import { expect, test } from 'vitest'
import { growthOf } from './growth.ts'
import type { Sample } from './samples.ts'

const samples = (memory: number[], bloat = memory): Sample[] =>
  memory.map((megabytes, index) => ({
    memory: megabytes,
    descriptors: 100,
    connections: 10,
    bloat: bloat[index] ?? 0,
  }))

test('a leak counts as growth, and a single peak does not', () => {
  expect(growthOf('memory', samples([200, 210, 220, 230, 240, 250])).growth).toBeGreaterThan(5)
  expect(growthOf('memory', samples([200, 200, 200, 900, 200, 200, 200])).growth).toBe(0)
})

test('bloat is a share, so its growth is in points', () => {
  const growing = samples([200, 200, 200], [10, 12, 16])
  expect(growthOf('bloat', growing)).toEqual({ from: 10, to: 16, growth: 6 })
})

test('fewer than three samples are compared directly', () => {
  expect(growthOf('descriptors', samples([200])).growth).toBe(0)
})

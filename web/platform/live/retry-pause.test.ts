import { expect, it } from 'vitest'
import { retryPause } from './retry-pause.ts'

it.each([
  [0, 0, 500],
  [0, 1, 1000],
  [3, 1, 8000],
  [6, 1, 60_000],
  [50, 0, 30_000],
])('waits after %i failures with chance %d for %i ms', (failures, chance, milliseconds) => {
  expect(retryPause(failures, chance)).toBe(milliseconds)
})

import { expect, it, vi } from 'vitest'
import { STALE_TIMING } from '#contract/rendering/served-stale.ts'
import { documentAgeMs } from './served-stale.ts'

it.each([
  ['a copy made a moment ago', [{ name: STALE_TIMING, duration: 0 }], 0],
  ['an older copy', [{ name: STALE_TIMING, duration: 61_000 }], 61_000],
  ['a new document', [], null],
])('%s has its age', (_, serverTiming, age) => {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ serverTiming }] as never)
  expect(documentAgeMs()).toBe(age)
})

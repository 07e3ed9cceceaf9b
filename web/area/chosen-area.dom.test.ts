import { beforeEach, expect, it } from 'vitest'
import { type Area, forgetArea, formatArea, readArea, storeArea, toAreaFilters } from './chosen-area.ts'

const NOTHING = { near: undefined, within: undefined, region: undefined }

beforeEach(forgetArea)

it.each<[Area | undefined, string | undefined, Partial<ReturnType<typeof toAreaFilters>>]>([
  [
    { region: 'Ashanti', town: 'Kumasi', radius: '25' },
    'Near Kumasi · 25 km',
    { near: 'Kumasi', within: '25' },
  ],
  [{ region: 'Ashanti', town: 'Kumasi' }, 'Near Kumasi', {}],
  [{ region: 'Ashanti' }, 'In Ashanti', { region: 'Ashanti' }],
  [undefined, undefined, {}],
])('%j is shown as %j', (area, words, filters) => {
  expect(area && formatArea(area)).toBe(words)
  expect(toAreaFilters(area)).toEqual({ ...NOTHING, ...filters })
})

it('is stored on the device until it is forgotten', () => {
  storeArea({ region: 'Volta', town: 'Ho', radius: '5' })
  expect(readArea()).toEqual({ region: 'Volta', town: 'Ho', radius: '5' })
  expect(readArea()).toBe(readArea())
  forgetArea()
  expect(readArea()).toBeUndefined()
})

import { expect, it } from 'vitest'
import { isMoment } from './moment.ts'

it('isMoment accepts a timestamp of a row', () => {
  expect(isMoment('2026-11-20T12:00:00.123Z')).toBe(true)
})

it.each([
  '2025-02-31T00:00:00.000Z',
  '0000-01-01T00:00:00.000Z',
  '2026-11-20T24:00:00.000Z',
  '2026-11-20T12:00:00Z',
  'now',
  '',
])('isMoment refuses %j', (text) => {
  expect(isMoment(text)).toBe(false)
})

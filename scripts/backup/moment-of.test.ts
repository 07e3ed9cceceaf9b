import { expect, it } from 'vitest'
import { describeMoment, momentOf } from './moment-of.ts'

it.each([
  ['2026-11-22 08:17', 'Africa/Accra', '2026-11-22T08:17:00.000Z'],
  ['2026-11-22 08:17:47.5', 'Africa/Lagos', '2026-11-22T07:17:47.500Z'],
  ['2026-11-22T08:17Z', 'Africa/Lagos', '2026-11-22T08:17:00.000Z'],
  ['2026-11-22 08:17-03:30', 'Africa/Lagos', '2026-11-22T11:47:00.000Z'],
  ['2026-07-01 08:17', 'Europe/London', '2026-07-01T07:17:00.000Z'],
  ['2026-03-29 03:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
])('reads %s in %s as %s', (text, timeZone, moment) => {
  expect(momentOf(text, { timeZone, now: new Date('2027-01-01T00:00:00Z') }).toISOString()).toBe(moment)
})

it('describes the moment and its time zone', () => {
  const at = new Date('2026-11-22T07:17:00Z')
  expect(describeMoment('2026-11-22 08:17', at, 'Africa/Lagos')).toBe(
    '2026-11-22 08:17 Africa/Lagos (2026-11-22T07:17:00.000Z)',
  )
  expect(describeMoment('2026-11-22 07:17Z', at, 'Africa/Lagos')).toBe(
    '2026-11-22 07:17Z (2026-11-22T07:17:00.000Z)',
  )
})

it('refuses a future moment and names the time zone', () => {
  const now = new Date('2026-11-22T08:00:00Z')
  expect(() => momentOf('2026-11-22 08:17', { timeZone: 'Africa/Accra', now })).toThrow(
    '--to is in the future: 2026-11-22T08:17:00.000Z, by the clock of Africa/Accra. Now it is 2026-11-22T08:00:00.000Z.',
  )
  expect(momentOf('2026-11-22 08:17', { timeZone: 'Africa/Lagos', now }).toISOString()).toBe(
    '2026-11-22T07:17:00.000Z',
  )
})

it.each(['yesterday', '2026-13-01 08:17', '2026-02-31 08:00', '2026-11-22'])('refuses %s', (text) => {
  expect(() => momentOf(text, { timeZone: 'Africa/Accra' })).toThrow('--to must be a moment such as')
})

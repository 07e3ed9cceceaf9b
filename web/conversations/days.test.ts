import { expect, it } from 'vitest'
import { dayOf, dayTitle, timeOfDay } from './days.ts'

const now = Date.parse('2026-11-20T12:00:00Z')

it.each([
  ['2026-11-20T00:00:00.000Z', 'Africa/Accra', 'Today'],
  ['2026-11-19T23:59:59.999Z', 'Africa/Accra', 'Yesterday'],
  ['2026-11-19T23:59:59.999Z', 'Africa/Lagos', 'Today'],
  ['2026-11-19T00:00:00.000Z', 'Africa/Accra', 'Yesterday'],
  ['2026-11-18T23:59:59.999Z', 'Africa/Accra', 'Nov 18, 2026'],
  ['2025-11-20T12:00:00.000Z', 'Africa/Accra', 'Nov 20, 2025'],
])('%s in %s is %s', (iso, timeZone, title) => {
  expect(dayTitle(iso, now, timeZone)).toBe(title)
})

it('knows yesterday on the day after the clocks change', () => {
  // In New York this Sunday has 25 hours.
  const monday = Date.parse('2026-11-02T04:30:00Z')
  expect(dayTitle('2026-10-31T12:00:00.000Z', monday, 'America/New_York')).toBe('Yesterday')
})

it('tells day and time in the deployment’s time zone', () => {
  expect(dayOf('2026-11-03T23:30:00.000Z', 'Africa/Lagos')).toBe('2026-11-04')
  expect(timeOfDay('2026-11-03T23:30:00.000Z', 'en-GH', 'Africa/Lagos')).toMatch(/^12:30\s*am$/i)
  expect(timeOfDay('2026-11-03T23:30:00.000Z', 'de-DE', 'Africa/Accra')).toBe('23:30')
})

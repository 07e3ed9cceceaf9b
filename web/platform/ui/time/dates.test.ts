import { expect, it } from 'vitest'
import { formatAge, formatDate } from './dates.ts'

const now = Date.parse('2026-11-20T12:00:00Z')

it.each([
  ['2026-11-20T11:59:30.000Z', 'Just now'],
  ['2026-11-20T12:00:30.000Z', 'Just now'],
  ['2026-11-20T11:55:00.000Z', '5 min ago'],
  ['2026-11-20T11:00:00.000Z', '1 hour ago'],
  ['2026-11-19T13:00:00.000Z', '23 hours ago'],
  ['2026-11-18T12:00:00.000Z', '2 days ago'],
  ['2026-11-03T12:00:00.000Z', '3 Nov'],
  ['2025-11-03T12:00:00.000Z', '3 Nov 2025'],
])('shows the age of %s as %s', (iso, text) => {
  expect(formatAge(iso, now, 'Africa/Accra')).toBe(text)
})

it.each([
  ['2026-11-03T23:30:00.000Z', 'Africa/Accra', '3 Nov'],
  ['2026-11-03T23:30:00.000Z', 'Africa/Lagos', '4 Nov'],
  ['2025-12-31T23:30:00.000Z', 'Africa/Accra', '31 Dec 2025'],
  ['2025-12-31T23:30:00.000Z', 'Africa/Lagos', '1 Jan'],
  ['2027-01-02T00:00:00.000Z', 'Africa/Accra', '2 Jan 2027'],
])('shows %s in %s as %s', (iso, timeZone, text) => {
  expect(formatDate(iso, now, timeZone)).toBe(text)
})

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
  ['2026-11-03T12:00:00.000Z', 'Nov 3, 2026'],
])('shows the age of %s as %s', (iso, text) => {
  expect(formatAge(iso, now, 'Africa/Accra')).toBe(text)
})

it("gives dates in the deployment's time zone", () => {
  expect(formatDate('2026-11-03T23:30:00.000Z', 'Africa/Accra')).toBe('Nov 3, 2026')
  expect(formatDate('2026-11-03T23:30:00.000Z', 'Africa/Lagos')).toBe('Nov 4, 2026')
})

import { expect, it } from 'vitest'
import { dayOf, dayTitle, timeOfDay } from './days.ts'

const ACCRA = 'Africa/Accra'
const noon = Date.parse('2026-11-20T12:00:00Z')

it.each([
  ['2026-11-20T00:00:00.000Z', ACCRA, 'Today'],
  ['2026-11-19T23:59:59.999Z', ACCRA, 'Yesterday'],
  ['2026-11-19T23:59:59.999Z', 'Africa/Lagos', 'Today'],
  ['2026-11-19T00:00:00.000Z', ACCRA, 'Yesterday'],
  ['2026-11-18T23:59:59.999Z', ACCRA, '18 Nov'],
  ['2026-11-18T23:30:00.000Z', 'Africa/Lagos', 'Yesterday'],
  ['2025-11-20T12:00:00.000Z', ACCRA, '20 Nov 2025'],
])('shows %s in %s as %s', (iso, timeZone, title) => {
  expect(dayTitle(iso, noon, timeZone)).toBe(title)
})

it("shows tomorrow's date as Today if the sender's clock is ahead", () => {
  const beforeMidnight = Date.parse('2026-11-20T23:59:50Z')
  expect(dayTitle('2026-11-21T00:00:05Z', beforeMidnight, ACCRA)).toBe('Today')
})

it('handles the first of January and days of 25 hours', () => {
  expect(dayTitle('2026-12-31T12:00:00Z', Date.parse('2027-01-01T08:00:00Z'), ACCRA)).toBe('Yesterday')
  // New York's clocks went back on November 1: 24 hours before this evening it was the same day.
  const evening = Date.parse('2026-11-02T04:30:00Z')
  expect(dayTitle('2026-10-31T12:00:00Z', evening, 'America/New_York')).toBe('Yesterday')
  expect(dayTitle('2026-10-31T20:00:00Z', evening, 'America/New_York')).toBe('Yesterday')
  expect(dayTitle('2026-11-01T04:30:00Z', evening, 'America/New_York')).toBe('Today')
})

it('formats day and time by the deployment’s time zone and locale', () => {
  expect(dayOf('2026-11-03T23:30:00.000Z', 'Africa/Lagos')).toBe('2026-11-04')
  expect(timeOfDay('2026-11-03T23:30:00.000Z', 'en-GH', 'Africa/Lagos')).toMatch(/^12:30\s*am$/i)
  expect(timeOfDay('2026-11-03T23:30:00.000Z', 'de-DE', ACCRA)).toBe('23:30')
})

import { expect, it } from 'vitest'
import { formatDay, formatTime, groupByDay } from './days.ts'

const ACCRA = 'Africa/Accra'
const now = Date.parse('2026-11-20T00:30:00Z')

it.each([
  ['2026-11-20T00:00:00.000Z', 'Today'],
  ['2026-11-20T00:31:00.000Z', 'Today'],
  ['2026-11-19T23:59:59.999Z', 'Yesterday'],
  ['2026-11-19T00:00:00.000Z', 'Yesterday'],
  ['2026-11-18T23:59:59.999Z', 'Nov 18, 2026'],
  ['2025-11-20T00:10:00.000Z', 'Nov 20, 2025'],
])('names the day of %s %s', (iso, name) => {
  expect(formatDay(iso, now, ACCRA)).toBe(name)
})

it('knows the first of January and days of 25 hours', () => {
  expect(formatDay('2026-12-31T12:00:00Z', Date.parse('2027-01-01T08:00:00Z'), ACCRA)).toBe('Yesterday')
  // New York's clocks went back on November 1: 24 hours before this evening it was the same day.
  const evening = Date.parse('2026-11-02T04:30:00Z')
  expect(formatDay('2026-10-31T20:00:00Z', evening, 'America/New_York')).toBe('Yesterday')
  expect(formatDay('2026-11-01T04:30:00Z', evening, 'America/New_York')).toBe('Today')
})

it("tells days and times in the deployment's time zone", () => {
  expect(formatDay('2026-11-18T23:30:00.000Z', now, 'Africa/Lagos')).toBe('Yesterday')
  expect(formatTime('2026-11-18T23:05:00.000Z', 'Africa/Lagos')).toBe('00:05')
})

it('groups what is newest first, and keeps its order', () => {
  const items = [
    '2026-11-20T00:20:00Z',
    '2026-11-20T00:10:00Z',
    '2026-11-19T10:00:00Z',
    '2026-10-01T10:00:00Z',
  ]
  const days = groupByDay(
    items.map((createdAt) => ({ createdAt })),
    now,
    ACCRA,
  )
  expect(days.map(({ name, items: ofDay }) => [name, ofDay.length])).toEqual([
    ['Today', 2],
    ['Yesterday', 1],
    ['Oct 1, 2026', 1],
  ])
  expect(days[0]?.items[0]?.createdAt).toBe(items[0])
})

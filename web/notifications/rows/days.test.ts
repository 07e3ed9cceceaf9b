import { expect, it } from 'vitest'
import { groupByDay } from './days.ts'

it('groups items under the dates of SPEC 9 and keeps their order', () => {
  const items = [
    '2026-11-20T11:00:00Z',
    '2026-11-20T10:00:00Z',
    '2026-11-19T10:00:00Z',
    '2026-10-01T10:00:00Z',
  ].map((createdAt) => ({ createdAt }))
  const days = groupByDay(items, Date.parse('2026-11-20T12:00:00Z'), 'Africa/Accra')
  expect(days.map(({ title, items: ofDay }) => [title, ofDay.length])).toEqual([
    ['Today', 2],
    ['Yesterday', 1],
    ['Oct 1, 2026', 1],
  ])
  expect(days[0]?.items[0]).toBe(items[0])
})

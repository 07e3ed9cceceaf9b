import { describe, expect, it } from 'vitest'
import { cardOf } from '#testing/web/some-case.ts'
import { countFresh, listClosed } from './queue-news.ts'

/** A page of these cases; `more` is its next cursor. */
const page = (numbers: number[], more: string | null = null) => ({
  items: numbers.map((number) => ({ ...cardOf(number), pile: null })),
  nextCursor: more,
  open: numbers.length,
})

/** A page with one pile, whose first case is this one. */
const pileOf = (first: number, cases: number) => ({
  items: [
    {
      ...cardOf(first),
      pile: { id: 'pile', cases, people: 1, harm: 'money' as const, caseIds: [], kinds: [] },
    },
  ],
  nextCursor: null,
  open: cases,
})

describe('new cases', () => {
  it.each([
    ['none', [page([1, 2])], [page([1, 2])], 0],
    ['one above and one below a whole list', [page([1, 2])], [page([3, 1, 2, 4])], 2],
    ['only those above the end of a partial list', [page([1, 2], 'x')], [page([3, 1, 4], 'x')], 1],
    ['none that a decision moved up', [page([1, 2], 'x')], [page([2, 3], 'x')], 0],
    [
      'those among several pages',
      [page([1, 2], 'x'), page([3, 4], 'y')],
      [page([1, 5], 'x'), page([2, 3], 'y')],
      1,
    ],
    ['all if nothing shown is left', [page([1, 2], 'x')], [page([3, 4], 'y')], 2],
    ['a pile with one more case', [pileOf(1, 2)], [pileOf(3, 3)], 1],
    ['none if the first case of a pile is decided', [pileOf(1, 2)], [pileOf(2, 1)], 0],
    ['all if nothing was shown', [page([])], [page([3, 4], 'y')], 2],
  ])('are counted: %s', (_, shown, now, count) => {
    expect(countFresh(shown, now)).toBe(count)
  })
})

it('lists missing cases that were decided, and all of them if the whole queue is known', () => {
  const [one, two] = [cardOf(1).id, cardOf(2).id]
  expect(listClosed([page([1, 2])], [page([2])], new Set())).toEqual([one])
  expect(listClosed([page([1, 2])], [page([3], 'x')], new Set([one]))).toEqual([one])
  expect(listClosed([page([1, 2])], [page([2], 'x')], new Set([two]))).toEqual([])
  expect(listClosed([pileOf(1, 2)], [pileOf(2, 1)], new Set([one]))).toEqual([])
})

import { expect, it } from 'vitest'
import { SOME_PRODUCT } from '#testing/market/some-product.ts'
import { trustFacts } from './trust-facts.ts'

const at = { now: Date.parse('2026-11-20T12:00:00Z'), timeZone: 'Africa/Accra' }
const { seller } = SOME_PRODUCT
const texts = (changes: Partial<typeof seller>) =>
  trustFacts({ ...seller, ...changes }, at).map(({ kind, text }) => `${kind}: ${text}`)

it('states what is known and leaves out the rest', () => {
  expect(
    texts({
      phoneVerified: false,
      emailVerified: false,
      rating: { average: null, count: 0 },
      sold: 0,
      replyMinutes: null,
      replyRate: null,
      memberSince: '2026-11-01T12:00:00Z',
    }),
  ).toEqual(['notice: Phone not verified', 'notice: E-mail not verified', 'notice: New here, since 1 Nov'])
})

it('counts positive facts', () => {
  expect(
    texts({
      phoneVerified: true,
      emailVerified: true,
      rating: { average: 4.75, count: 1 },
      sold: 2,
      replyMinutes: 61,
      replyRate: 95,
      memberSince: '2025-02-03T12:00:00Z',
    }),
  ).toEqual([
    'good: Phone verified',
    'good: E-mail verified',
    'good: 4.8 from 1 review',
    'plain: 2 items sold',
    'plain: Usually replies in 2 hours',
    'plain: Replies to 95 % of people',
    'plain: Member since 3 Feb 2025',
  ])
})

it('leaves out fewer sales than reviews', () => {
  const reviewed = { rating: { average: 4.7, count: 6 } }
  expect(texts({ ...reviewed, sold: 5 })).not.toContain('plain: 5 items sold')
  expect(texts({ ...reviewed, sold: 6 })).toContain('plain: 6 items sold')
})

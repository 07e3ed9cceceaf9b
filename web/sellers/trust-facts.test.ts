import { expect, it } from 'vitest'
import { SOME_PRODUCT } from '#testing/market/some-product.ts'
import { trustFacts } from './trust-facts.ts'

const at = { now: Date.parse('2026-11-20T12:00:00Z'), timeZone: 'Africa/Accra' }
const { seller } = SOME_PRODUCT
const texts = (changes: Partial<Parameters<typeof trustFacts>[0]>) =>
  trustFacts({ ...seller, ...changes }, at).map(({ kind, text }) => `${kind}: ${text}`)

it('states what is known and leaves out the rest', () => {
  expect(
    texts({
      phoneVerified: false,
      emailVerified: false,
      rating: { average: null, count: 0 },
      deals: 0,
      kept: null,
      replyMinutes: null,
      replyRate: null,
      memberSince: '2026-11-01T12:00:00Z',
    }),
  ).toEqual([
    'notice: Phone not verified',
    'notice: E-mail not verified',
    'plain: No confirmed deals yet',
    'notice: New here, since 1 Nov',
  ])
})

it('counts positive facts', () => {
  expect(
    texts({
      phoneVerified: true,
      emailVerified: true,
      rating: { average: 4.75, count: 1 },
      asBuyer: { average: 5, count: 2 },
      deals: 2,
      kept: { count: 2, of: 3 },
      replyMinutes: 61,
      replyRate: 95,
      memberSince: '2025-02-03T12:00:00Z',
    }),
  ).toEqual([
    'good: Phone verified',
    'good: E-mail verified',
    'good: 4.8 from 1 review',
    'plain: As a buyer: 5.0 from 2 reviews',
    'good: 2 confirmed deals',
    'plain: Kept 2 of 3 agreements',
    'plain: Usually replies in 2 hours',
    'plain: Replies to 95 % of people',
    'plain: Member since 3 Feb 2025',
  ])
})

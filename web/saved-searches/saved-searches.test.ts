import { expect, it } from 'vitest'
import { parseFilters } from '#web/search/filters.ts'
import { filtersInWords } from '#web/search/filters-in-words.ts'
import { toSavedQuery } from './saved-query.ts'

const money = (amount: number) => `GH₵${amount}`
const filtersOf = (query: string) => parseFilters(new URLSearchParams(query))

it.each([
  ['?search=samsung', '“samsung”', []],
  ['?search=samsung&category=mobile', '“samsung” in Mobile Phones', []],
  ['?category=unknown', 'unknown', []],
  ['?region=Ashanti', 'Anything', ['in Ashanti']],
  ['?location=Osu&region=Greater+Accra&max=200', 'Anything', ['in Osu, Greater Accra', 'up to GH₵200']],
  ['?category=mobile&min=100', 'Mobile Phones', ['from GH₵100']],
  [
    '?category=mobile&attributes=storage.128+GB*batteryHealth.80..*brand.Apple',
    'Mobile Phones',
    ['Battery health from 80, Apple, 128 GB'],
  ],
  ['?min=100&max=200&price_type=fixed', 'Anything', ['GH₵100 to GH₵200', 'fixed price']],
])('describes %s in words', (query, title, details) => {
  const filters = filtersOf(query)
  const categoryName = filters.category === 'mobile' ? 'Mobile Phones' : undefined
  expect(filtersInWords(filters, { categoryName, money })).toEqual({ title, details })
})

it.each([
  ['?sort=price_low&date=week&near=Ashanti', ''],
  ['?max=200.50&search=red+bag&sort=price_low', '?search=red+bag&max=200.5'],
  ['?price_type=fixed&region=Ashanti&category=mobile', '?category=mobile&region=Ashanti&price_type=fixed'],
])('saves %s as %s', (query, saved) => {
  expect(toSavedQuery(filtersOf(query))).toBe(saved)
})

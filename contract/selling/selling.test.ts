import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { EMPTY_AMOUNTS } from './amounts.ts'
import { INITIAL_CHOICES } from './draft-choices.ts'
import { DraftForm, ListingForm } from './selling.ts'

const FORM = {
  title: 'Tecno Spark 10',
  description: '',
  ...EMPTY_AMOUNTS,
  price: '1250',
  category: 'mobile',
  ...INITIAL_CHOICES,
  region: 'Ashanti',
  location: '',
  tags: [],
  customFields: [],
  attributes: {},
}

const problemsOf = (change: object, form: z.ZodMiniType = ListingForm) =>
  z.safeParse(form, { ...FORM, ...change }).error?.issues.map(({ message }) => message)

describe('the price of a listing', () => {
  it.each([
    ['1250', '1250'],
    ['1,250.50', '1250.50'],
    ['12.', '12'],
    ['.5', '0.5'],
    ['0', '0'],
    ['999999.99', '999999.99'],
    ['GH₵1,250.00', '1250.00'],
    ['1250 cedis', '1250'],
    ['\u20681250\u2069', '1250'],
  ])('%s is read as %s', (typed, price) => {
    expect(z.parse(ListingForm, { ...FORM, price: typed }).price).toBe(price)
  })

  it.each([
    ['', 'Invalid price'],
    ['cheap', 'Price must be a valid number'],
    ['1e5', 'Price must be a valid number'],
    ['0x10', 'Price must be a valid number'],
    ['+5', 'Did you mean 5?'],
    ['Infinity', 'Price must be a valid number'],
    ['9'.repeat(400), 'Price must be at most 999999.99'],
    ['-1', 'Price must not be negative'],
    ['1000000', 'Price must be at most 999999.99'],
    ['12,50', 'Did you mean 12.50?'],
    ['1.2345', 'Price may have at most 2 decimals'],
    [5, 'Invalid price'],
  ])('%s is refused', (price, message) => {
    expect(problemsOf({ price })).toEqual([message])
  })

  it('is optional in a draft, but must be valid', () => {
    expect(problemsOf({ price: '' }, DraftForm)).toBeUndefined()
    expect(problemsOf({ price: '1e5' }, DraftForm)).toEqual(['Price must be a valid number'])
  })
})

describe('the title of a listing', () => {
  it.each(['ab', '   ', '\u200b\u200b\u200b', 'a\u200b\u200bb', '\u3164\u3164\u3164', '\u2800\u2800\u2800'])(
    '%j is too short',
    (title) => {
      expect(problemsOf({ title })).toEqual(['Title too short'])
    },
  )

  it('may contain joined emoji', () => {
    expect(problemsOf({ title: 'Toys 👨‍👩‍👧' })).toBeUndefined()
  })
})

it('names and values of details must have visible characters', () => {
  expect(problemsOf({ customFields: [{ name: '\u200b', value: 'x' }] })).toEqual(['This field is required'])
  expect(problemsOf({ tags: ['\u3164'] })).toEqual(['This field is required'])
  expect(z.parse(ListingForm, { ...FORM, location: '\u200b' }).location).toBe('')
})

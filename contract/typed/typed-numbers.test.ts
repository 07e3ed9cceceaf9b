import { expect, it } from 'vitest'
import { CEDI_WORDS, readTypedNumber, UNIT_WORDS } from './typed-numbers.ts'

const PRICE = { decimals: 2, around: CEDI_WORDS }
const MILEAGE = { decimals: 0, around: UNIT_WORDS.km ?? [] }
const SCREEN = { decimals: 1, around: UNIT_WORDS.inches ?? [] }

it.each([
  ['1250', '1250'],
  ['GH₵1,250.00', '1250.00'],
  ['GHS 1,250', '1250'],
  ['ghc1250', '1250'],
  ['gh¢ 1250.50', '1250.50'],
  ['₵1250', '1250'],
  ['1250 cedis', '1250'],
  ['1250ghs', '1250'],
  ['1,250 cedis only', '1250'],
  ['1250/-', '1250'],
  ['1250.', '1250'],
  ['.5', '0.5'],
  ['1 250', '1250'],
  ['1\u2009250', '1250'],
  ['1\u00a0250', '1250'],
  ["1'250", '1250'],
  ['1’250.50', '1250.50'],
  ['１２５０', '1250'],
  ['١٢٥٠', '1250'],
  ['\u206812,500\u2069', '12500'],
  ['1,250,000', '1250000'],
  ['1.250.000', '1250000'],
  ['1.250,50', '1250.50'],
  ['1, 250', '1250'],
  ['2½k', '2500'],
  ['*1250*', '1250'],
  ['🔥 1250 🔥', '1250'],
  ['Price: GHS 1,250', '1250'],
  ['1,800 slightly negotiable', '1800'],
  ['about 1250', undefined, '1250'],
  ['50 pesewas', undefined, '0.50'],
  ['0,500', undefined, '0.500'],
  ['5k', '5000'],
  ['1.2k', '1200'],
  ['2 thousand', '2000'],
  ['12,50', undefined, '12.50'],
  ['12,5', undefined, '12.5'],
  ['1.250', undefined, '1250'],
  ['12.555', undefined, '12555'],
  ['12.5555', '12.5555'],
])('reads the price %j', (typed, value, meant?: string) => {
  expect(readTypedNumber(typed, PRICE)).toEqual(value === undefined ? { meant } : { value })
})

it.each([
  ['150.000', '150000'],
  ['150,000 km', '150000'],
  ['150 000km', '150000'],
  ['150k', '150000'],
  ['150k kms', '150000'],
  ['96000kilometers', '96000'],
  ['Mileage: 98,000', '98000'],
])('reads the mileage %j', (typed, value) => {
  expect(readTypedNumber(typed, MILEAGE)).toEqual({ value })
})

it.each([
  ['15.6"', '15.6'],
  ['15.6 inch', '15.6'],
  ["32''", '32'],
  ['43 inches', '43'],
  ['6.5in', '6.5'],
  ['15,6', '15.6'],
  ['13½', '13.5'],
  ['13 1/2"', '13.5'],
])('reads the screen %j', (typed, value, meant?: string) => {
  expect(readTypedNumber(typed, SCREEN)).toEqual(value === undefined ? { meant } : { value })
})

it.each([
  '2 million',
  '1,250k',
  `1${'gh₵'.repeat(40)}x`,
  `1${'*'.repeat(9000)}x`,
  '',
  'free',
  '1,25,000',
  '1..2',
  '1,250.5.0',
  'two',
  '024 123 4567',
  '2 for 500',
  '-5',
  '1e3',
])('does not read %j', (typed) => {
  expect(readTypedNumber(typed, PRICE)).toBeUndefined()
})

// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import {
  forgetListing,
  keepListing,
  type KeptListing,
  keptListing,
  keptListings,
  keptOfProduct,
  onKeptListings,
} from './kept-listings.ts'
import { listingsWait } from './listing-outbox-flag.ts'
import { EMPTY_LISTING } from './blank-listing.ts'

const listing = (key: string, others: Partial<KeptListing> = {}): KeptListing => ({
  key,
  productId: null,
  isPublished: false,
  version: null,
  values: { ...EMPTY_LISTING, title: `Listing ${key}` },
  isSaved: false,
  publishing: null,
  message: null,
  changedAt: 1,
  ...others,
})

afterEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
})

it('keeps listings of each person apart, last changed first', () => {
  expect(keepListing('ama', listing('a', { changedAt: 1, productId: 'p1' }))).toBe(true)
  keepListing('ama', listing('b', { changedAt: 2 }))
  keepListing('kofi', listing('c'))
  expect(keptListings('ama').map(({ key }) => key)).toEqual(['b', 'a'])
  expect(keptListing('ama', 'c')).toBeUndefined()
  expect(keptOfProduct('ama', 'p1')?.key).toBe('a')
  forgetListing('ama', 'a')
  expect(keptListings('ama').map(({ key }) => key)).toEqual(['b'])
})

it('passes over what it cannot read', () => {
  localStorage.setItem('sankofa.listing.ama.x', '{"key":"x"}')
  localStorage.setItem('sankofa.listing.ama.y', 'nonsense')
  keepListing('ama', listing('a'))
  expect(keptListings('ama').map(({ key }) => key)).toEqual(['a'])
})

it('lets go first of what the server has, then of the oldest, never of what waits to be sent', () => {
  keepListing('ama', listing('waiting', { changedAt: 0, publishing: 'waiting' }))
  for (let at = 1; at < 30; at += 1)
    keepListing('ama', listing(`k${at}`, { changedAt: at, productId: `p${at}`, isSaved: at === 20 }))
  keepListing('ama', listing('one more', { changedAt: 100 }))
  expect(keptListing('ama', 'k20')).toBeUndefined()
  keepListing('ama', listing('another', { changedAt: 101 }))
  expect(keptListing('ama', 'k1')).toBeUndefined()
  expect(keptListing('ama', 'waiting')).toBeDefined()
  expect(keptListings('ama')).toHaveLength(30)
})

it('counts photos before the first word as something to lose', () => {
  const blank = { values: EMPTY_LISTING, isSaved: true }
  keepListing('ama', listing('photos', { ...blank, photos: ['a'], changedAt: 0 }))
  for (let at = 1; at <= 30; at += 1)
    keepListing('ama', listing(`k${at}`, { ...blank, productId: `p${at}`, changedAt: at }))
  expect(keptListing('ama', 'photos')).toBeDefined()
})

it('says so when it could not keep one', () => {
  const long = { ...EMPTY_LISTING, description: 'a'.repeat(50_000) }
  expect(keepListing('ama', listing('a', { values: long }))).toBe(false)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(keepListing('ama', listing('b'))).toBe(false)
})

it('raises a flag while something waits, and tells of changes', () => {
  const told = vi.fn<() => void>()
  const stop = onKeptListings(told)
  expect(listingsWait('ama')).toBe(false)
  keepListing('ama', listing('a', { publishing: 'waiting' }))
  expect(listingsWait('ama')).toBe(true)
  expect(listingsWait('kofi')).toBe(false)
  keepListing('ama', listing('a', { publishing: 'refused', message: 'Choose category' }))
  expect(listingsWait('ama')).toBe(false)
  expect(told).toHaveBeenCalledTimes(2)
  stop()
  forgetListing('ama', 'a')
  expect(told).toHaveBeenCalledTimes(2)
})

import { afterEach, expect, it } from 'vitest'
import { EMPTY_LISTING } from '#web/selling/editor/blank-listing.ts'
import {
  deleteListing,
  findListing,
  listListings,
  type StoredListing,
  storedListings,
  storeListing,
} from './stored-listings.ts'

const listing = (key: string, others: Partial<StoredListing> = {}): StoredListing => ({
  key,
  productId: null,
  isPublished: false,
  version: null,
  values: { ...EMPTY_LISTING, title: `Listing ${key}` },
  isSaved: false,
  delivery: null,
  reason: null,
  changedAt: 1,
  ...others,
})
const keysOf = (personId: string) => listListings(personId).map(({ key }) => key)

afterEach(async () => {
  await storedListings.deleteWhere(() => true)
})

it("separates people's listings, last changed first", async () => {
  await expect(storeListing('ama', listing('a', { changedAt: 1 }))).resolves.toBe(true)
  await storeListing('ama', listing('b', { changedAt: 2 }))
  await storeListing('kofi', listing('c'))
  expect(keysOf('ama')).toEqual(['b', 'a'])
  expect(findListing('ama', 'c')).toBeUndefined()
  await deleteListing('a')
  expect(keysOf('ama')).toEqual(['b'])
})

it('ignores listings of another release', async () => {
  await storeListing('ama', { key: 'x', changedAt: 1 } as StoredListing)
  await storeListing('ama', listing('a'))
  expect(keysOf('ama')).toEqual(['a'])
})

it('completes listings stored before a condition was required', async () => {
  const { condition: _, ...values } = listing('a').values
  await storeListing('ama', listing('a', { values: values as StoredListing['values'] }))
  expect(findListing('ama', 'a')?.values.condition).toBe(EMPTY_LISTING.condition)
})

it('deletes saved listings first, then the oldest, never a waiting one', async () => {
  await storeListing('ama', listing('waiting', { changedAt: 0, delivery: 'waiting' }))
  for (let at = 1; at < 30; at += 1)
    await storeListing('ama', listing(`k${at}`, { changedAt: at, productId: `p${at}`, isSaved: at === 20 }))
  await storeListing('ama', listing('one more', { changedAt: 100 }))
  expect(findListing('ama', 'k20')).toBeUndefined()
  await storeListing('ama', listing('another', { changedAt: 101 }))
  expect(findListing('ama', 'k1')).toBeUndefined()
  expect(findListing('ama', 'waiting')).toBeDefined()
  expect(keysOf('ama')).toHaveLength(30)
})

it('keeps photos without words', async () => {
  const blank = { values: EMPTY_LISTING, isSaved: true }
  await storeListing('ama', listing('photos', { ...blank, photos: ['a'], changedAt: 0 }))
  for (let at = 1; at <= 30; at += 1)
    await storeListing('ama', listing(`k${at}`, { ...blank, productId: `p${at}`, changedAt: at }))
  expect(findListing('ama', 'photos')).toBeDefined()
})

it('refuses a listing that is too long', async () => {
  const long = { ...EMPTY_LISTING, description: 'a'.repeat(50_000) }
  await expect(storeListing('ama', listing('a', { values: long }))).resolves.toBe(false)
})

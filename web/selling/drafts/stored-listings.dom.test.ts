import { afterEach, describe, expect, it, vi } from 'vitest'
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

it('has the listings of each person apart, last changed first', async () => {
  await expect(storeListing('ama', listing('a', { changedAt: 1 }))).resolves.toBe(true)
  await storeListing('ama', listing('b', { changedAt: 2 }))
  await storeListing('kofi', listing('c'))
  expect(keysOf('ama')).toEqual(['b', 'a'])
  expect(findListing('ama', 'c')).toBeUndefined()
  await deleteListing('a')
  expect(keysOf('ama')).toEqual(['b'])
})

it('passes over what another release stored', async () => {
  await storeListing('ama', { key: 'x', changedAt: 1 } as StoredListing)
  await storeListing('ama', listing('a'))
  expect(keysOf('ama')).toEqual(['a'])
})

it('completes what was stored before there was a choice', async () => {
  const { condition: _, ...values } = listing('a').values
  await storeListing('ama', listing('a', { values: values as StoredListing['values'] }))
  expect(findListing('ama', 'a')?.values.condition).toBe(EMPTY_LISTING.condition)
})

it('lets go first of what the server has, then of the oldest, never of what waits to be sent', async () => {
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

it('counts photos before the first word as something to lose', async () => {
  const blank = { values: EMPTY_LISTING, isSaved: true }
  await storeListing('ama', listing('photos', { ...blank, photos: ['a'], changedAt: 0 }))
  for (let at = 1; at <= 30; at += 1)
    await storeListing('ama', listing(`k${at}`, { ...blank, productId: `p${at}`, changedAt: at }))
  expect(findListing('ama', 'photos')).toBeDefined()
})

it('says so when one is too long', async () => {
  const long = { ...EMPTY_LISTING, description: 'a'.repeat(50_000) }
  await expect(storeListing('ama', listing('a', { values: long }))).resolves.toBe(false)
})

describe('listings of an earlier release', () => {
  it('move from local storage, and what cannot be read is left out', async () => {
    const { delivery: _, reason: __, ...same } = listing('a')
    const earlier = { ...same, publishing: 'waiting', message: 'Busy.' }
    localStorage.setItem('sankofa.listing.ama.a', JSON.stringify(earlier))
    localStorage.setItem('sankofa.listing.ama.x', '{"key":"x"}')
    localStorage.setItem('sankofa.listing.ama.y', 'nonsense')
    localStorage.setItem('sankofa.listing-outbox.ama', '1')
    localStorage.setItem('sankofa.session', 'x')
    // The page reads them once, as it starts.
    vi.resetModules()
    const { stubDevice } = await import('#testing/memory-store.ts')
    stubDevice()
    const fresh = await import('./stored-listings.ts')
    await fresh.storedListings.load()
    expect(fresh.listListings('ama')).toEqual([
      { ...listing('a', { delivery: 'waiting', reason: 'Busy.' }), personId: 'ama' },
    ])
    expect(Object.keys(localStorage)).toEqual(['sankofa.session'])
  })
})

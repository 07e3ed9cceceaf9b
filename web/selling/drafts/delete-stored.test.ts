// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { EMPTY_LISTING } from '#web/selling/editor/blank-listing.ts'
import { deleteStoredListings } from './delete-stored.ts'
import { listListings, type StoredListing, storedListings, storeListing } from './stored-listings.ts'
import { newListing } from '#web/selling/editor/listing-start.ts'

/** The groups that this browser knows of, also by nothing but their order. */
let groups: string[]
/** Those that have files; p1 was opened by its id, so that no stored listing names it. */
let unsent: ReadonlySet<string>

vi.mock(import('#web/platform/offline/database.ts'), async (original) => {
  const { memoryStore } = await import('#testing/memory-store.ts')
  return { ...(await original()), deviceStore: () => memoryStore() as never }
})

vi.mock('#web/photos/unsent-photos.ts', () => ({
  unsentGroups: async () => unsent,
  deleteGroups: async (isUnwanted: (group: string) => boolean) => {
    groups = groups.filter((group) => !isUnwanted(group))
  },
}))

const store = (personId: string, key: string, change: Partial<StoredListing> = {}) =>
  storeListing(personId, { ...newListing(), key, values: { ...EMPTY_LISTING, title: key }, ...change })
const storedKeys = (personId: string) => listListings(personId).map(({ key }) => key)

beforeEach(async () => {
  groups = ['listing ama unsent', 'listing ama p1', 'listing ama gone', 'bulk ama', 'listing kofi saved']
  unsent = new Set(['listing ama unsent', 'listing ama p1', 'bulk ama'])
  await store('ama', 'saved', { isSaved: true })
  await store('ama', 'typed', { isSaved: false, changedAt: 3 })
  await store('ama', 'waiting', { delivery: 'waiting', changedAt: 2 })
  await store('ama', 'unsent', { isSaved: true, changedAt: 1 })
  await store('kofi', 'of kofi', { isSaved: true })
})
afterEach(() => storedListings.deleteWhere(() => true))

it('leaves at signing out what the server does not have', async () => {
  await deleteStoredListings('ama', 'signed-out')
  expect(storedKeys('ama')).toEqual(['typed', 'waiting', 'unsent'])
  expect(storedKeys('kofi')).toEqual(['of kofi'])
  expect(groups).toEqual(['listing ama unsent', 'listing ama p1', 'bulk ama', 'listing kofi saved'])
})

it('leaves nothing of a deleted account', async () => {
  await deleteStoredListings('ama', 'deleted')
  expect(storedKeys('ama')).toEqual([])
  expect(storedKeys('kofi')).toEqual(['of kofi'])
  expect(groups).toEqual(['listing kofi saved'])
})

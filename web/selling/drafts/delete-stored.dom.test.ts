import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  groupPerson,
  photoOrders,
  type UnsentPhoto,
  unsentPhotos,
} from '#web/photos/uploading/unsent-photos.ts'
import { EMPTY_LISTING } from '#web/selling/editor/blank-listing.ts'
import { deleteStoredListings } from './delete-stored.ts'
import { listListings, type StoredListing, storedListings, storeListing } from './stored-listings.ts'
import { newListing } from '#web/selling/editor/listing-start.ts'

/** The listing p1 was opened by its id, so no stored listing names it. */
const GROUPS = ['listing ama unsent', 'listing ama p1', 'bulk ama', 'listing kofi saved']

const store = (personId: string, key: string, change: Partial<StoredListing> = {}) =>
  storeListing(personId, { ...newListing(), key, values: { ...EMPTY_LISTING, title: key }, ...change })
const groups = () => unsentPhotos.rows().map(({ group }) => group)
const storedKeys = (personId: string) => listListings(personId).map(({ key }) => key)

beforeEach(async () => {
  for (const group of GROUPS)
    await unsentPhotos.put({
      key: group,
      personId: groupPerson(group),
      group,
      storedAt: Date.now(),
    } as UnsentPhoto)
  for (const key of [...GROUPS, 'listing ama gone'])
    await photoOrders.put({ key, personId: groupPerson(key), order: [] })
  await store('ama', 'saved', { isSaved: true })
  await store('ama', 'typed', { isSaved: false, changedAt: 3 })
  await store('ama', 'waiting', { delivery: 'waiting', changedAt: 2 })
  await store('ama', 'unsent', { isSaved: true, changedAt: 1 })
  await store('kofi', 'of kofi', { isSaved: true })
})
afterEach(() => Promise.all([storedListings, unsentPhotos].map((rows) => rows.deleteWhere(() => true))))

it('keeps at sign-out what the server does not have', async () => {
  await deleteStoredListings('ama', 'signed-out')
  expect(storedKeys('ama')).toEqual(['typed', 'waiting', 'unsent'])
  expect(storedKeys('kofi')).toEqual(['of kofi'])
  expect(groups()).toEqual(GROUPS)
  expect(photoOrders.rows().map(({ key }) => key)).toEqual(GROUPS)
})

it('deletes everything of a deleted account', async () => {
  await deleteStoredListings('ama', 'deleted')
  expect(storedKeys('ama')).toEqual([])
  expect(storedKeys('kofi')).toEqual(['of kofi'])
  expect(groups()).toEqual(['listing kofi saved'])
})

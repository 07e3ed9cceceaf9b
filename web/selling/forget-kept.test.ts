// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { EMPTY_LISTING } from './blank-listing.ts'
import { forgetKeptListings } from './forget-kept.ts'
import { keepListing, type KeptListing, keptListings } from './kept-listings.ts'
import { newListing } from './listing-start.ts'

/** The groups that this browser knows of, also by nothing but their order. */
let groups: string[]
/** Those that have files; p1 was opened by its id, so that no kept listing names it. */
let unsent: ReadonlySet<string>

vi.mock('#web/photos/kept-files.ts', () => ({
  unsentGroups: async () => unsent,
  forgetGroups: async (isUnwanted: (group: string) => boolean) => {
    groups = groups.filter((group) => !isUnwanted(group))
  },
}))

const keep = (personId: string, key: string, change: Partial<KeptListing> = {}) =>
  keepListing(personId, { ...newListing(), key, values: { ...EMPTY_LISTING, title: key }, ...change })
const keptKeys = (personId: string) => keptListings(personId).map(({ key }) => key)

beforeEach(() => {
  groups = ['listing ama unsent', 'listing ama p1', 'listing ama gone', 'bulk ama', 'listing kofi saved']
  unsent = new Set(['listing ama unsent', 'listing ama p1', 'bulk ama'])
  keep('ama', 'saved', { isSaved: true })
  keep('ama', 'typed', { isSaved: false, changedAt: 3 })
  keep('ama', 'waiting', { publishing: 'waiting', changedAt: 2 })
  keep('ama', 'unsent', { isSaved: true, changedAt: 1 })
  keep('kofi', 'saved', { isSaved: true })
})
afterEach(() => localStorage.clear())

it('keeps at signing out what the server does not have', async () => {
  await forgetKeptListings('ama', 'signed-out')
  expect(keptKeys('ama')).toEqual(['typed', 'waiting', 'unsent'])
  expect(keptKeys('kofi')).toEqual(['saved'])
  expect(groups).toEqual(['listing ama unsent', 'listing ama p1', 'bulk ama', 'listing kofi saved'])
})

it('keeps nothing of a deleted account', async () => {
  await forgetKeptListings('ama', 'deleted')
  expect(keptKeys('ama')).toEqual([])
  expect(keptKeys('kofi')).toEqual(['saved'])
  expect(groups).toEqual(['listing kofi saved'])
})

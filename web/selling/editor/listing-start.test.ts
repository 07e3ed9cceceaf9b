import { expect, it } from 'vitest'
import type { OwnProduct } from '#contract/selling/selling.ts'
import { EMPTY_LISTING } from './blank-listing.ts'
import type { StoredListing } from '#web/selling/drafts/stored-listings.ts'
import { findStart, newListing, restartDraft } from './listing-start.ts'

const product: OwnProduct = {
  id: 'p1',
  status: 'draft',
  version: 3,
  form: { ...EMPTY_LISTING, title: 'Bed' },
  photos: [],
  buyer: null,
  hold: null,
  createdAt: '2026-10-01T12:00:00.000Z',
  updatedAt: '2026-10-02T12:00:00.000Z',
}
const stored = (change: Partial<StoredListing>): StoredListing => ({
  ...newListing(),
  key: 'k1',
  productId: 'p1',
  version: 3,
  values: { ...EMPTY_LISTING, title: 'Bed' },
  ...change,
})
const mine = { ...EMPTY_LISTING, title: 'Mine' }

it.each<[string, StoredListing | undefined, object]>([
  ['nothing', undefined, { key: 'p1', isSaved: true, version: 3 }],
  ['an older copy that was saved', stored({ values: mine, version: 2 }), { key: 'k1', version: 3 }],
  ['unsaved words', stored({ values: mine, isSaved: false }), { values: mine, isSaved: false, version: 3 }],
  [
    'unsaved words on an older version',
    stored({ values: mine, isSaved: false, version: 2 }),
    { values: mine, version: 2 },
  ],
  [
    'words that the server already has',
    stored({ isSaved: false, version: 2 }),
    { isSaved: true, version: 3 },
  ],
])('starts with %s on the phone', (_, listing, begun) => {
  expect(findStart(product, listing)).toMatchObject({ productId: 'p1', isPublished: false, ...begun })
})

it("keeps a template's open details, which the server does not have", () => {
  const values = { ...EMPTY_LISTING, title: 'Bed', customFields: [{ name: 'Age', value: '' }] }
  expect(findStart(product, stored({ values })).values.customFields).toHaveLength(1)
})

it('recognises a published listing', () => {
  expect(findStart({ ...product, status: 'reserved' }, undefined).isPublished).toBe(true)
})

it('starts a new draft with the words of a deleted one', () => {
  const listing = restartDraft(stored({ values: mine }))
  expect(listing).toMatchObject({ productId: null, version: null, values: mine, isSaved: false })
  expect(listing.key).not.toBe('k1')
})

import { expect, it } from 'vitest'
import { createApiClient } from '#web/platform/api/client.ts'
import { DraftSaver } from '#web/selling/drafts/draft-saver.ts'
import { listingPhotoOptions } from './listing-photo-options.ts'
import { newListing } from './listing-start.ts'

it('a listing takes five photos, and the refusal of a sixth names the limit', () => {
  const api = createApiClient({ fetch: () => Promise.reject(new Error('Nothing is sent')) })
  const saver = new DraftSaver(api, 'ama', newListing())
  const { most, tooMany } = listingPhotoOptions({ api, personId: 'ama', saver, photos: [] })
  expect([most, tooMany]).toEqual([5, expect.stringContaining('5')])
})

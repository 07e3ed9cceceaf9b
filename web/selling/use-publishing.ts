import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { ListingForm } from '#contract/selling.ts'
import { useApi } from '#web/api/api-context.ts'
import { statusOf } from '#web/api/client.ts'
import type { PhotoEntry } from '#web/photos/photo-entries.ts'
import type { PhotoUploads } from '#web/photos/use-photo-uploads.ts'
import { showToast } from '#web/ui/toast.ts'
import type { DraftSaver } from './draft-saver.ts'
import { forgetListing } from './kept-listings.ts'
import type { ListingFormState } from './listing-form-type.ts'
import { CREATE_FAULT, FIX_ERRORS, SAVE_FAULT, showRefusal } from './listing-problem.ts'
import { publishable } from './listing-values.ts'
import { saysOtherwise } from './says-otherwise.ts'
import { useSettledPhotos } from './use-settled-photos.ts'
import { forgetMarket, publishListing, saveListing } from './publish-listing.ts'

interface PublishingParts {
  personId: string
  form: ListingFormState
  saver: DraftSaver
  uploads: PhotoUploads
  /** Leads to the photos, where something is missing. */
  photos: () => void
  /** Leads to the fields, before the first wrong one takes the focus. */
  fields: () => void
}

const NOT_KEPT = 'Your photos do not fit on this device'

const failedOf = (entries: readonly PhotoEntry[]) => entries.find(({ state }) => state === 'error')

type Stage = 'photos' | 'listing' | undefined

/** What follows once the server has it. */
function useFinish(personId: string, saver: DraftSaver): () => void {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return () => {
    const { isPublished, key } = saver.kept()
    saver.abandon()
    forgetMarket(queryClient)
    showToast(isPublished ? 'Listing saved' : 'Your listing is online')
    void navigate(isPublished ? '/dashboard' : '/products')
    forgetListing(personId, key)
  }
}

/** Leaves the listing to be sent once there is a network. */
function putAside({ saver, uploads, ...show }: Pick<PublishingParts, 'saver' | 'uploads' | 'photos'>) {
  if (uploads.isUnkept) {
    show.photos()
    return showToast(NOT_KEPT, 'Leave this page open, and publish once there is a network.')
  }
  const photos = uploads.entries.map(({ key }) => key)
  // The screen gives way to the one that waits for the network.
  saver.note({ publishing: 'waiting', message: null, photos })
  return showToast('Kept on this device', 'Your listing goes online as soon as there is a network.')
}

/** Leads to a photo that is none. */
function complainOf({ name, message }: PhotoEntry, photos: () => void) {
  photos()
  showToast(FIX_ERRORS, `${name}: ${message ?? 'This photo could not be sent.'}`)
}

/** What the button at the end does: a draft goes to the market, a published listing is saved. */
export function usePublishing({ personId, form, saver, uploads, ...show }: PublishingParts) {
  const api = useApi()
  const finish = useFinish(personId, saver)
  const photosSettled = useSettledPhotos(uploads)
  const [stage, setStage] = useState<Stage>()
  /** Asked when needed: it may have been published elsewhere meanwhile. */
  const isPublished = () => saver.kept().isPublished

  function fail(error: unknown) {
    const fault = isPublished() ? SAVE_FAULT : CREATE_FAULT
    if (saysOtherwise(error)) return saver.refuse(error)
    if (!isPublished() && statusOf(error) === 0) return putAside({ saver, uploads, photos: show.photos })
    show.fields()
    return showToast(showRefusal(form, error, fault) ? FIX_ERRORS : fault)
  }

  /** False when a photo turned out to be none. */
  async function send(listing: ListingForm): Promise<boolean> {
    setStage('photos')
    const failed = failedOf(await photosSettled())
    if (failed) {
      complainOf(failed, show.photos)
      return false
    }
    setStage('listing')
    const { productId, version } = saver.read()
    if (isPublished()) await saveListing(api, { id: productId ?? '', version: version ?? 1 }, listing)
    else await publishListing(api, saver, listing)
    return true
  }

  async function onRight(checked: ListingForm) {
    if (uploads.entries.length === 0 || failedOf(uploads.entries)) {
      show.photos()
      return showToast(FIX_ERRORS)
    }
    if (!isPublished() && !navigator.onLine) return putAside({ saver, uploads, photos: show.photos })
    try {
      if (await send(publishable(checked))) finish()
      return undefined
    } catch (error) {
      return fail(error)
    } finally {
      setStage(undefined)
    }
  }

  const submit = form.handleSubmit(onRight, () => {
    show.fields()
    showToast(FIX_ERRORS)
  })
  return { submit: () => void submit(), stage }
}

import { useQueryClient } from '@tanstack/react-query'
import { isolated } from '#contract/isolated.ts'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from '#web/platform/router/use-router.ts'
import type { ListingForm, OwnProduct } from '#contract/selling/selling.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { ApiError } from '#web/platform/api/client.ts'
import { isUnreached } from '#web/platform/api/failure-kind.ts'
import { type PhotoEntry, waitingText } from '#web/photos/photo-entries.ts'
import type { PhotoUploads } from '#web/photos/uploading/use-photo-uploads.ts'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import type { DraftSaver } from './draft-saver.ts'
import { storeLastLocation } from './last-location.ts'
import { deleteListing } from './stored-listings.ts'
import type { ListingFormState } from '#web/selling/editor/listing-form-type.ts'
import { publishable, toScreenField } from '#web/selling/editor/listing-values.ts'
import { isEditConflict } from './edit-conflict.ts'
import { showPublished } from '#web/selling/published/published-toast.ts'
import type { PublishedState } from '#web/selling/published/published-state.ts'
import { publishListing, refreshMarket, saveListing } from './publish-listing.ts'
import { whenPrepared } from '#web/photos/uploading/await-photos.ts'
import type { FieldPath } from 'react-hook-form'
import { showProblem } from '#web/platform/forms/use-zod-form.ts'
import type { ListingValues } from '#web/selling/editor/blank-listing.ts'

/** Toasts for failures (SPEC 8). */
const CREATE_FAULT = 'Failed to create product. Please try again.'
const SAVE_FAULT = 'Failed to save the listing. Please try again.'
const FIX_ERRORS = 'Please fix the errors'

/** Field errors of the server, which names fields as they were sent: `form.customFields.0.value`. */
function wrongFields(error: unknown, values: ListingValues): [FieldPath<ListingValues>, string][] {
  if (!(error instanceof ApiError)) return []
  return error.fields.map(({ field, message }) => [
    toScreenField(field.replace(/^form\./, ''), values.customFields) as FieldPath<ListingValues>,
    message,
  ])
}

/** Shows a refusal beside the fields that the server names, or else above the form. Returns whether it named any. */
function showRefusal(form: ListingFormState, error: unknown, fault: string): boolean {
  const fields = wrongFields(error, form.getValues())
  for (const [name, message] of fields) form.setError(name, { message })
  if (fields.length === 0) showProblem(form, error, fault)
  else form.setFocus(fields[0]?.[0] ?? 'title')
  return fields.length > 0
}

/**
 * Waits until every photo has been sent and one is ready, then returns the photos. Rejects with the reason, like a
 * request without a network, if no photo can be sent.
 */
function useSettledPhotos(uploads: PhotoUploads): () => Promise<readonly PhotoEntry[]> {
  const { entries, isWaiting, uploader } = uploads
  const giveUp = useRef<(offline: ApiError) => void>(undefined)
  const reason = waitingText(entries)
  useEffect(() => {
    // The browser may still report a network.
    if (isWaiting) giveUp.current?.(new ApiError(0, reason))
  }, [isWaiting, reason])
  return async () => {
    if (isWaiting) throw new ApiError(0, reason)
    const { promise: stuck, reject } = Promise.withResolvers<never>()
    giveUp.current = reject
    await Promise.race([uploader.settled(), stuck])
    giveUp.current = undefined
    return (await whenPrepared(uploader)).entries
  }
}

interface PublishingDeps {
  personId: string
  form: ListingFormState
  saver: DraftSaver
  uploads: PhotoUploads
  /** Shows the photos, because something is missing there. */
  photos: () => void
  /** Shows the fields, before the first wrong one takes the focus. */
  fields: () => void
}

const NOT_STORED = 'Your photos do not fit on this device'

const isAway = (error: unknown) => error instanceof ApiError && isUnreached(error)

const findFailed = (entries: readonly PhotoEntry[]) => entries.find(({ state }) => state === 'error')

/** The photo failed only because the server could not be reached. */
const isDelayed = ({ isPassing, isFault }: PhotoEntry) => isPassing && !isFault

type Stage = 'photos' | 'listing' | undefined

/** Finishes the form once the server has the listing. */
function useFinish(saver: DraftSaver): (product: OwnProduct) => void {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return (product) => {
    const { isPublished, key } = saver.listing()
    saver.abandon()
    refreshMarket(queryClient)
    if (isPublished) showToast('Listing saved')
    else showPublished(product)
    if (isPublished || product.hold) navigate('/dashboard')
    else navigate('/products', { state: { published: product.id } satisfies PublishedState })
    void deleteListing(key)
  }
}

/** Keeps the listing to be sent once there is a network. */
function postpone({ saver, uploads, ...show }: Pick<PublishingDeps, 'saver' | 'uploads' | 'photos'>) {
  if (uploads.isUnstored) {
    show.photos()
    return showToast(NOT_STORED, 'Keep this page open, and publish once there is a network.')
  }
  const photos = uploads.entries.map(({ key }) => key)
  // The stored `delivery` replaces the form with the screen for waiting listings.
  saver.update({ delivery: 'waiting', reason: null, photos })
  const until = navigator.onLine ? 'the site can be reached' : 'there is a network'
  return showToast('Saved on this device', `Your listing goes online as soon as ${until}.`)
}

/** Shows a photo that failed. */
function showFailedPhoto({ name, message }: PhotoEntry, photos: () => void) {
  photos()
  showToast(FIX_ERRORS, `${isolated(name)}: ${message ?? 'This photo could not be sent.'}`)
}

/** The main button's action: it publishes a draft, or saves a published listing. */
export function usePublishing({ personId, form, saver, uploads, ...show }: PublishingDeps) {
  const api = useApi()
  const finish = useFinish(saver)
  const photosSettled = useSettledPhotos(uploads)
  const [stage, setStage] = useState<Stage>()
  /** Read when it is needed, because another tab or device may have published it. */
  const isPublished = () => saver.listing().isPublished

  function fail(error: unknown) {
    const fault = isPublished() ? SAVE_FAULT : CREATE_FAULT
    if (isEditConflict(error)) return saver.refuse(error)
    if (!isPublished() && isAway(error)) return postpone({ saver, uploads, photos: show.photos })
    show.fields()
    return showToast(showRefusal(form, error, fault) ? FIX_ERRORS : fault)
  }

  /** Resolves to undefined if a photo failed. */
  async function send(listing: ListingForm): Promise<OwnProduct | undefined> {
    setStage('photos')
    const failed = findFailed(await photosSettled())
    if (failed && !isPublished() && isDelayed(failed)) throw new ApiError(503)
    if (failed) {
      showFailedPhoto(failed, show.photos)
      return undefined
    }
    setStage('listing')
    const { productId, version } = saver.read()
    return isPublished()
      ? saveListing(api, { id: productId ?? '', version: version ?? 1 }, listing)
      : publishListing(api, saver, listing)
  }

  async function onRight(checked: ListingForm) {
    storeLastLocation({ personId, region: checked.region, location: checked.location })
    const failed = findFailed(uploads.entries)
    const isPostponed = !isPublished() && (!navigator.onLine || (failed !== undefined && isDelayed(failed)))
    if (uploads.entries.length === 0 || (failed && !isPostponed)) {
      show.photos()
      return showToast(FIX_ERRORS)
    }
    if (isPostponed) return postpone({ saver, uploads, photos: show.photos })
    try {
      const product = await send(publishable(checked))
      if (product) finish(product)
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

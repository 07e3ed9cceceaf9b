import { useState } from 'react'
import type { OwnProduct } from '#contract/selling/selling.ts'
import { FormProblem } from '#web/platform/forms/Form.tsx'
import type { PhotoUploads } from '#web/photos/uploading/use-photo-uploads.ts'
import type { ListingValues } from './blank-listing.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { ConflictNotice } from '#web/selling/drafts/ConflictNotice.tsx'
import type { DraftSaver, SaverState } from '#web/selling/drafts/draft-saver.ts'
import type { ListingFormState } from './listing-form-type.ts'
import { toListingValues } from './listing-values.ts'
import { Notice } from './Notice.tsx'
import { isEditConflict } from '#web/selling/drafts/edit-conflict.ts'
import { storeLastLocation } from '#web/selling/drafts/last-location.ts'

interface EditorNoticesProps {
  personId: string
  form: ListingFormState
  saver: DraftSaver
  saved: SaverState
  /** Why it could not go online, shown until the listing is opened again. */
  message: string | null
  uploads: PhotoUploads
  onSave: () => void
}

/** Problems that stop saving, shown above the form with their solutions. */
export function EditorNotices({
  personId,
  form,
  saver,
  saved,
  message,
  uploads,
  onSave,
}: EditorNoticesProps) {
  const [mine, setMine] = useState<ListingValues>()
  const { refusal, productId } = saved
  const isOutdated: boolean = isEditConflict(refusal)

  /** The photos may have changed with the listing. */
  const refreshPhotos = () => void uploads.uploader.refresh().catch(() => undefined)

  /** The next listing starts with the location of the version that stays. */
  const storeLocation = ({ region, location }: ListingValues) =>
    storeLastLocation({ personId, region, location })

  function loadNewer(product: OwnProduct) {
    storeLocation(toListingValues(product))
    setMine(form.getValues())
    saver.load(product, toListingValues(product))
    form.reset(toListingValues(product))
    refreshPhotos()
  }

  function saveMine(product: OwnProduct) {
    storeLocation(form.getValues())
    saver.saveOver(product)
    refreshPhotos()
    if (saver.listing().isPublished) onSave()
  }

  function showMine(values: ListingValues) {
    storeLocation(values)
    form.reset(values)
    saver.change(values)
    setMine(undefined)
  }

  return (
    <>
      {message && <Notice title="This listing could not go online." text={message} />}
      {isOutdated && productId !== null && (
        <ConflictNotice
          isPublished={refusal?.code === 'already-published'}
          productId={productId}
          onLoadNewer={loadNewer}
          onSaveMine={saveMine}
        />
      )}
      {mine && !isOutdated && (
        <Notice title="This is the newer version.">
          <Button onClick={() => showMine(mine)}>Use my version</Button>
        </Notice>
      )}
      {refusal && !isOutdated && (
        <Notice title="This draft is saved on this device only." text={refusal.message} />
      )}
      <div className="[&_p]:mt-4">
        <FormProblem form={form} />
      </div>
    </>
  )
}

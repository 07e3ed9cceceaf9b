import { useEffect, useState } from 'react'
import { BULK_PHOTOS_MAX, LISTING_PHOTOS_MAX } from '#contract/limits.ts'
import { PROBLEMS } from '#contract/problem.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { FormError } from '#web/platform/forms/FormError.tsx'
import { BulkActions, type MadeDraft } from './BulkActions.tsx'
import { BulkTile } from './BulkTile.tsx'
import { waitingText } from '#web/photos/photo-entries.ts'
import { PhotoPicker } from '#web/photos/picking/PhotoPicker.tsx'
import { SkippedFiles } from './SkippedFiles.tsx'
import { TooManyDialog } from './TooManyDialog.tsx'
import { failureMessage } from '#web/photos/uploading/upload-failure.ts'
import { useStableFocus } from '#web/photos/use-stable-focus.ts'
import { type PhotoUploads, usePhotoUploads } from '#web/photos/uploading/use-photo-uploads.ts'

const TOO_MANY = PROBLEMS['too-many-unassigned-photos'].message

function TotalProgress({ entries, isWaiting }: PhotoUploads) {
  const sent = entries.filter(({ state }) => state === 'success').length
  const share = entries.reduce((sum, { progress }) => sum + progress, 0) / entries.length
  return (
    <div>
      <p className="text-sm">
        {`${sent} of ${entries.length} photos sent`}
        {isWaiting && `. ${waitingText(entries)}`}
      </p>
      <progress className="photo-progress" aria-label="All photos" value={share} max={1} />
    </div>
  )
}

/** Photos that belong to no listing yet, with those that are being sent. */
function useLoosePhotos(personId: string, group: string): PhotoUploads {
  const api = useApi()
  const uploads = usePhotoUploads({
    personId,
    group,
    most: BULK_PHOTOS_MAX,
    tooMany: TOO_MANY,
    photos: [],
    list: async () => (await api.call('listUnassignedPhotos', {})).photos,
  })
  const { uploader } = uploads
  useEffect(() => {
    const look = () => void uploader.refresh().catch(() => undefined)
    look()
    addEventListener('online', look)
    return () => removeEventListener('online', look)
  }, [uploader])
  return uploads
}

export interface BulkUploaderProps {
  personId: string
  /** Group name of the unsent files, which includes the person. */
  group: string
  /** Number of photos that this listing can still take. */
  listingRoom: number
  /** Resolves to the listing's id; creates its draft if there is none. */
  listing: () => Promise<string>
  /** Called after the listing got photos. */
  onListingChanged: () => void
  draftPath: (id: string) => string
  /** Called with the state of the photos, for the confirmation before people leave the page. */
  onState: (state: Pick<PhotoUploads, 'isBusy' | 'isUnstored'>) => void
}

/** Uploads many photos at once, for this listing or for drafts of their own. */
export function BulkUploader(props: BulkUploaderProps) {
  const { personId, group, onState, listingRoom, listing, onListingChanged, draftPath } = props
  const api = useApi()
  const uploads = useLoosePhotos(personId, group)
  const { entries, isBusy, isUnstored, uploader } = uploads
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [drafts, setDrafts] = useState<readonly MadeDraft[]>([])
  const [problem, setProblem] = useState<string>()
  const [hasTooMany, setHasTooMany] = useState(false)
  const holdFocus = useStableFocus(entries.map(({ key }) => key))
  const selected = entries.filter(({ key, state }) => state === 'success' && chosen.includes(key))

  useEffect(() => {
    onState({ isBusy, isUnstored })
    // oxlint-disable-next-line react/exhaustive-deps -- called for changes alone
  }, [isBusy, isUnstored])

  async function assign(room: number, target: () => Promise<string | null>) {
    if (selected.length > room) return setProblem(PROBLEMS['too-many-images'].message)
    setProblem(undefined)
    try {
      const photos = selected.flatMap(({ id }) => id ?? [])
      const { productId } = await api.call('assignPhotos', { body: { photos, productId: await target() } })
      setChosen([])
      await uploader.refresh().catch(() => undefined)
      return productId
    } catch (error) {
      return setProblem(failureMessage(error))
    }
  }

  async function putToListing() {
    if (await assign(listingRoom, listing)) onListingChanged()
  }

  async function makeDraft() {
    const count = selected.length
    const id = await assign(LISTING_PHOTOS_MAX, async () => null)
    if (id) setDrafts((before) => [...before, { address: draftPath(id), count }])
  }

  return (
    <PhotoPicker
      label="Bulk upload"
      most={BULK_PHOTOS_MAX}
      room={uploads.room}
      onFiles={(files) => setHasTooMany(uploader.add(files).hasTooMany)}
    >
      <SkippedFiles skipped={uploads.skipped} onDismiss={() => uploader.dismissSkipped()} />
      <FormError message={problem ?? uploads.problem ?? undefined} />
      {uploads.isBusy && entries.length > 0 && <TotalProgress {...uploads} />}
      {entries.length > 0 && (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-3">
          {entries.map((entry, index) => (
            <BulkTile
              key={entry.key}
              entry={entry}
              index={index}
              isSelected={chosen.includes(entry.key) && entry.state === 'success'}
              onSelect={(isSelected) =>
                setChosen((before) => [
                  ...before.filter((key) => key !== entry.key),
                  ...(isSelected ? [entry.key] : []),
                ])
              }
              onRetry={() => uploader.retry(entry.key)}
              onRemove={() => {
                holdFocus(entry.key, 'remove')
                void uploader.remove(entry.key)
              }}
            />
          ))}
        </ul>
      )}
      <BulkActions
        hasPhotos={entries.length > 0}
        count={selected.length}
        drafts={drafts}
        onPutToListing={putToListing}
        onMakeDraft={makeDraft}
      />
      {hasTooMany && <TooManyDialog message={TOO_MANY} onClose={() => setHasTooMany(false)} />}
    </PhotoPicker>
  )
}

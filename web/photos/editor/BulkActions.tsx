import { useState } from 'react'
import { Button } from '#web/platform/ui/Button.tsx'
import { Link } from '#web/platform/ui/Link.tsx'

export interface MadeDraft {
  address: string
  count: number
}

const photosText = (count: number) => (count === 1 ? '1 photo' : `${count} photos`)

interface BulkActionsProps {
  hasPhotos: boolean
  /** Number of selected photos. */
  count: number
  drafts: readonly MadeDraft[]
  onPutToListing: () => Promise<void>
  onMakeDraft: () => Promise<void>
}

/** Actions for the selected photos, and links to the drafts made from them. */
export function BulkActions({ hasPhotos, count, drafts, onPutToListing, onMakeDraft }: BulkActionsProps) {
  const [isBusy, setIsBusy] = useState(false)
  const isOff = count === 0 || isBusy

  async function run(work: () => Promise<void>) {
    if (isOff) return
    setIsBusy(true)
    await work()
    setIsBusy(false)
  }

  return (
    <>
      {hasPhotos && (
        <div className="bulk-actions" data-chosen={count > 0 || undefined}>
          <p role="status" className="text-sm text-muted">
            {count === 0 ? 'Select photos of the same item.' : `${photosText(count)} selected`}
          </p>
          <div className="flex flex-wrap gap-2">
            <Button
              className="flex-1"
              aria-disabled={isOff || undefined}
              onClick={() => void run(onPutToListing)}
            >
              Add to this listing
            </Button>
            <Button
              look="primary"
              className="flex-1"
              aria-disabled={isOff || undefined}
              onClick={() => void run(onMakeDraft)}
            >
              Make a new draft
            </Button>
          </div>
        </div>
      )}
      <div role="status" className="empty:hidden">
        {drafts.length > 0 && (
          <ul className="grid gap-1 text-sm">
            {drafts.map(({ address, count: photos }) => (
              <li key={address}>
                {`Draft made with ${photosText(photos)}. `}
                <Link to={address} className="link">
                  Open the draft
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  )
}

import { Button } from '#web/platform/ui/Button.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { DeviceTime } from '#web/platform/ui/time/RelativeTime.tsx'
import { storedListingPath } from './DeviceListings.tsx'
import type { StoredListing } from './stored-listings.ts'
import { listingName } from '#web/selling/dashboard/listing-name.ts'

interface ContinueDraftProps {
  drafts: readonly StoredListing[]
  onNew: () => void
}

const STATES = { waiting: 'Waiting for the network', refused: 'Could not go online' }

/** Unpublished listings that were begun on this device. */
export function ContinueDraft({ drafts, onNew }: ContinueDraftProps) {
  return (
    <div className="mx-auto max-w-xl">
      <h1 className="text-2xl font-bold">Continue your draft</h1>
      <p className="mt-2 text-muted">You started this on this device. Nothing is lost.</p>
      <ul className="mt-4 grid gap-2">
        {drafts.map((draft) => (
          <li key={draft.key}>
            <Link to={storedListingPath(draft)} className="card template">
              <span dir="auto" className="font-semibold">
                {listingName(draft.values)}
              </span>
              <span className="text-sm text-muted">
                {draft.delivery ? STATES[draft.delivery] : 'Changed'}{' '}
                {!draft.delivery && <DeviceTime at={draft.changedAt} />}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <Button className="mt-4 w-full" onClick={onNew}>
        Start a new listing
      </Button>
    </div>
  )
}

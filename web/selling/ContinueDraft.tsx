import { Link } from '#web/ui/Link.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { addressOfKept } from './DeviceListings.tsx'
import type { KeptListing } from './kept-listings.ts'
import { nameOf } from './listing-name.ts'

interface ContinueDraftProps {
  drafts: readonly KeptListing[]
  onNew: () => void
}

const STATES = { waiting: 'Waits for the network', refused: 'Could not go online' }

/** What was begun on this device and is not on the market yet. */
export function ContinueDraft({ drafts, onNew }: ContinueDraftProps) {
  return (
    <div className="mx-auto max-w-xl">
      <h1 className="text-2xl font-bold">Continue your draft</h1>
      <p className="mt-2 text-muted">You began to write this on this device. Nothing of it is lost.</p>
      <ul className="mt-4 grid gap-2">
        {drafts.map((draft) => (
          <li key={draft.key}>
            <Link to={addressOfKept(draft)} className="card template">
              <span className="font-semibold">{nameOf(draft.values)}</span>
              <span className="text-sm text-muted">
                {draft.publishing ? STATES[draft.publishing] : 'Changed'}{' '}
                {!draft.publishing && <RelativeTime iso={new Date(draft.changedAt).toISOString()} />}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <button type="button" className="button button-quiet mt-4 w-full" onClick={onNew}>
        Start a new listing
      </button>
    </div>
  )
}

import { Link } from '#web/ui/Link.tsx'
import { isUnknown, type KeptListing } from './kept-listings.ts'
import { nameOf } from './listing-name.ts'
import { useKeptListings } from './use-kept-listings.ts'

/** Where the form of a kept listing is. */
export const addressOfKept = ({ key, productId }: KeptListing): string =>
  key === productId ? `/edit-product/${key}` : `/create-product?draft=${key}`

const isOnlyHere = (listing: KeptListing) => listing.publishing !== null || isUnknown(listing)

function stateOf({ publishing, message }: KeptListing): string {
  if (publishing === 'waiting') return 'Goes online as soon as there is a network.'
  return publishing === 'refused' ? `Could not go online: ${message}` : 'A draft on this device alone.'
}

/** What the server does not have yet, or did not take: nothing of it is lost. */
export function DeviceListings({ personId }: { personId: string }) {
  const listings = useKeptListings(personId).filter(isOnlyHere)
  if (listings.length === 0) return null
  return (
    <section aria-labelledby="on-this-device" className="mt-6">
      <h2 id="on-this-device" className="mb-3 text-xl font-bold">
        On this device
      </h2>
      <ul className="grid gap-2">
        {listings.map((listing) => (
          <li key={listing.key} className="card flex flex-wrap items-center gap-x-4 gap-y-1 p-3">
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-semibold">{nameOf(listing.values)}</p>
              <p className="text-sm text-muted">{stateOf(listing)}</p>
            </div>
            <Link
              to={addressOfKept(listing)}
              aria-label={`Continue: ${nameOf(listing.values)}`}
              className="text-button -mx-3"
            >
              Continue
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

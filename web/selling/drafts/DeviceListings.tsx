import { Link } from '#web/platform/ui/Link.tsx'
import { isUnknown, type StoredListing } from './stored-listings.ts'
import { listingName } from '#web/selling/dashboard/listing-name.ts'
import { useStoredListings } from './use-stored-listings.ts'

export const storedListingPath = ({ key, productId }: StoredListing): string =>
  key === productId ? `/edit-product/${key}` : `/create-product?draft=${key}`

const isOnlyHere = (listing: StoredListing) => listing.delivery !== null || isUnknown(listing)

function stateText({ delivery, reason }: StoredListing): string {
  if (delivery === 'waiting') return reason ?? 'It goes online as soon as there is a network.'
  return delivery === 'refused' ? `Could not go online: ${reason}` : 'This draft is on this device only.'
}

/** Listings that the server does not have yet or did not accept, so that nothing is lost. */
export function DeviceListings({ personId }: { personId: string }) {
  const listings = useStoredListings(personId)?.filter(isOnlyHere) ?? []
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
              <p className="font-semibold">{listingName(listing.values)}</p>
              <p className="text-sm text-muted">{stateText(listing)}</p>
            </div>
            <Link
              to={storedListingPath(listing)}
              aria-label={`Continue: ${listingName(listing.values)}`}
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

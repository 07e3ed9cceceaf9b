import type { OwnProductCard } from '#contract/selling/selling.ts'
import { Link } from '#web/platform/ui/Link.tsx'
import { Photo } from '#web/platform/ui/pictures/Photo.tsx'
import { listingName } from '#web/selling/dashboard/listing-name.ts'

function StatusMark({ status }: { status: OwnProductCard['status'] }) {
  if (status === 'sold')
    return (
      <span className="absolute inset-0 flex items-center justify-center bg-[rgb(8_12_20/0.62)] font-bold tracking-[0.04em] text-white uppercase">
        Sold
      </span>
    )
  if (status === 'held') return <span className="badge card-badge">Being checked</span>
  return status === 'reserved' ? <span className="badge badge-gold card-badge">Reserved</span> : null
}

/** The picture of a seller's own listing, linked to its page; a draft's picture links to the form. */
export function ListingPhoto({ listing }: { listing: OwnProductCard }) {
  const { id, status, photo } = listing
  const isDraft = status === 'draft'
  const isHidden = isDraft || status === 'held'
  return (
    <Link to={isHidden ? `/edit-product/${id}` : `/products/${id}`} className="own-card-photo">
      <span className="sr-only">{`${isDraft ? 'Continue' : 'See'} ${listingName(listing)}`}</span>{' '}
      {photo ? (
        <Photo photo={photo} alt="" sizes="160px" maxWidth={640} className="size-full" />
      ) : (
        <span className="photo flex items-center justify-center p-2 text-center text-sm text-muted">
          {/* The mark of any other status would cover it. */}
          {(isDraft || status === 'available') && 'No photo yet'}
        </span>
      )}
      <StatusMark status={status} />
    </Link>
  )
}

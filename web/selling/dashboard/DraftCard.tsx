import { useId, useRef, useState } from 'react'
import { useMoney } from '#web/platform/config/public-config.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { RelativeTime } from '#web/platform/ui/time/RelativeTime.tsx'
import { DeleteListingDialog } from './DeleteListingDialog.tsx'
import type { OwnCardProps } from './ListingCard.tsx'
import { listingName } from './listing-name.ts'
import { ListingPhoto } from '#web/selling/editor/ListingPhoto.tsx'

export function DraftCard({ listing, personId }: OwnCardProps) {
  const money = useMoney()
  const titleId = useId()
  const deleteButton = useRef<HTMLButtonElement>(null)
  const [isConfirming, setIsConfirming] = useState(false)
  const name = listingName(listing)

  function close() {
    setIsConfirming(false)
    deleteButton.current?.focus()
  }

  return (
    <li aria-labelledby={titleId} className="card own-card">
      <ListingPhoto listing={listing} />
      <div className="min-w-0">
        <h3 id={titleId} className="line-clamp-2 leading-snug font-semibold">
          <bdi>{name}</bdi>
        </h3>
        {listing.price !== null && <p className="price mt-0.5 whitespace-normal">{money(listing.price)}</p>}
        <p className="text-sm text-muted">
          {listing.category && `${listing.category} · `}
          Saved: <RelativeTime iso={listing.updatedAt} />
        </p>
      </div>
      <div className="own-card-foot">
        <div className="-mx-3 flex flex-wrap">
          <Link to={`/edit-product/${listing.id}`} aria-label={`Continue: ${name}`} className="text-button">
            Continue
          </Link>
          <Button
            ref={deleteButton}
            aria-label={`Delete ${name}`}
            aria-haspopup="dialog"
            look="text"
            className="text-danger"
            onClick={() => setIsConfirming(true)}
          >
            Delete
          </Button>
        </div>
      </div>
      {isConfirming && <DeleteListingDialog listing={listing} personId={personId} onClose={close} />}
    </li>
  )
}

import { useId, useRef, useState } from 'react'
import { useMoney } from '#web/platform/config/public-config.ts'
import { Link } from '#web/platform/ui/Link.tsx'
import { RelativeTime } from '#web/platform/ui/time/RelativeTime.tsx'
import { DeleteListingDialog } from './DeleteListingDialog.tsx'
import type { OwnCardProps } from './ListingCard.tsx'
import { listingName } from './listing-name.ts'
import { MoreMenu } from './MoreMenu.tsx'
import { ListingPhoto } from '#web/selling/editor/ListingPhoto.tsx'

export function DraftCard({ listing, personId }: OwnCardProps) {
  const money = useMoney()
  const titleId = useId()
  const moreButton = useRef<HTMLButtonElement>(null)
  const [isConfirming, setIsConfirming] = useState(false)
  const name = listingName(listing)

  function close() {
    setIsConfirming(false)
    moreButton.current?.focus()
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
        <div className="own-card-actions">
          <Link to={`/edit-product/${listing.id}`} aria-label={`Continue: ${name}`} className="text-button">
            Continue
          </Link>
          <MoreMenu listing={listing} trigger={moreButton} onDelete={() => setIsConfirming(true)} />
        </div>
      </div>
      {isConfirming && <DeleteListingDialog listing={listing} personId={personId} onClose={close} />}
    </li>
  )
}

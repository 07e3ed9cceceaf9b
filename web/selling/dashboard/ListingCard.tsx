import { useId, useRef, useState } from 'react'
import type { OwnProductCard } from '#contract/selling/selling.ts'
import { useMoney } from '#web/platform/config/public-config.ts'
import { PRODUCT_CHOICES } from '#contract/selling/choices.ts'
import { Link } from '#web/platform/ui/Link.tsx'
import { RelativeTime } from '#web/platform/ui/time/RelativeTime.tsx'
import { DeleteListingDialog } from './DeleteListingDialog.tsx'
import { ListingFigures } from './ListingFigures.tsx'
import { ListingPhoto } from '#web/selling/editor/ListingPhoto.tsx'
import { ListingStatusMenu } from './ListingStatusMenu.tsx'
import { MoreMenu } from './MoreMenu.tsx'
import { SoldDialog, type TakenStatus } from './SoldDialog.tsx'
import { useListingChanges } from './use-listing-changes.ts'

export interface OwnCardProps {
  listing: OwnProductCard
  personId: string
}

function Facts({ listing, titleId }: { listing: OwnProductCard; titleId: string }) {
  const money = useMoney()
  return (
    <div className="min-w-0">
      <h3 id={titleId} dir="auto" className="line-clamp-2 leading-snug font-semibold">
        {listing.title}
      </h3>
      {listing.price !== null && <p className="price mt-0.5 whitespace-normal">{money(listing.price)}</p>}
      <p className="text-sm text-muted">
        {`${listing.condition ? `${PRODUCT_CHOICES.condition.texts[listing.condition]} · ` : ''}${listing.category ?? 'Uncategorized'} · `}
        <RelativeTime iso={listing.createdAt} />
      </p>
      {listing.description && (
        <p dir="auto" className="mt-1 line-clamp-2 text-sm whitespace-pre-line">
          {listing.description}
        </p>
      )}
    </div>
  )
}

/** A seller's own listing on the dashboard (SPEC 2): its facts, its figures and the seller's actions. */
export function ListingCard({ listing, personId }: OwnCardProps) {
  const titleId = useId()
  const statusButton = useRef<HTMLButtonElement>(null)
  const moreButton = useRef<HTMLButtonElement>(null)
  const [openDialog, setOpenDialog] = useState<TakenStatus | 'delete'>()
  const { makeAvailable } = useListingChanges(personId)

  function close(opener: HTMLButtonElement | null) {
    setOpenDialog(undefined)
    opener?.focus()
  }

  return (
    <li aria-labelledby={titleId} className="card own-card">
      <ListingPhoto listing={listing} />
      <Facts listing={listing} titleId={titleId} />
      <div className="own-card-foot">
        <ListingFigures figures={listing.figures} />
        <div className="own-card-actions">
          <Link
            to={`/edit-product/${listing.id}`}
            aria-label={`Edit ${listing.title}`}
            className="text-button"
          >
            Edit
          </Link>
          {listing.status === 'held' ? (
            <Link to={`/edit-product/${listing.id}`} className="text-button">
              Why is it not shown?
            </Link>
          ) : (
            <ListingStatusMenu
              listing={listing}
              trigger={statusButton}
              onTaken={setOpenDialog}
              onAvailable={() => {
                statusButton.current?.focus()
                void makeAvailable(listing)
              }}
            />
          )}
          <MoreMenu listing={listing} trigger={moreButton} onDelete={() => setOpenDialog('delete')} />
        </div>
      </div>
      {openDialog === 'delete' && (
        <DeleteListingDialog
          listing={listing}
          personId={personId}
          onClose={() => close(moreButton.current)}
        />
      )}
      {openDialog && openDialog !== 'delete' && (
        <SoldDialog
          listing={listing}
          status={openDialog}
          personId={personId}
          onClose={() => close(statusButton.current)}
        />
      )}
    </li>
  )
}

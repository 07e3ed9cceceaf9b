import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from '#web/platform/router/use-router.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import type { StoredListing } from './stored-listings.ts'
import { listingName } from '#web/selling/dashboard/listing-name.ts'

interface WaitingListingProps {
  listing: StoredListing
  /** A tab that is sending it must stop first. */
  isStopping: boolean
  onChange: () => void
}

/** A finished listing that waits for the network to go online. */
export function WaitingListing({ listing, isStopping, onChange }: WaitingListingProps) {
  return (
    <div role="status">
      <EmptyState
        drawing="trotro"
        title={listing.reason ? 'Waiting to go online' : 'Waiting for the network'}
        level={1}
      >
        {listing.reason && <p>{listing.reason}</p>}
        <p>
          {`“${listingName(listing.values)}” and its photos are saved on this device. They go online as soon as possible, even if you open another page of this site.`}
        </p>
        <div className="flex flex-wrap justify-center gap-2">
          <Button look="primary" aria-disabled={isStopping} onClick={() => isStopping || onChange()}>
            {isStopping ? 'Sending…' : 'Change it'}
          </Button>
          <Link to="/products" className="button button-quiet">
            Browse Products
          </Link>
        </div>
      </EmptyState>
    </div>
  )
}

/** Replaces a waiting listing after it was sent, and opens the market. */
export function SentListing() {
  const navigate = useNavigate()
  const leave = useEffectEvent(() => navigate('/products', { replace: true }))
  useEffect(() => leave(), [])
  return null
}

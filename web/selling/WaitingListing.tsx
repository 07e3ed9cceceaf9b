import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Link } from '#web/ui/Link.tsx'
import type { KeptListing } from './kept-listings.ts'
import { nameOf } from './listing-name.ts'

interface WaitingListingProps {
  listing: KeptListing
  /** A tab that is sending it just now has to stop first. */
  isStopping: boolean
  onChange: () => void
}

/** A finished listing that has no network to go online with. */
export function WaitingListing({ listing, isStopping, onChange }: WaitingListingProps) {
  return (
    <div role="status">
      <EmptyState title="Waiting for the network" level={1}>
        <p>
          {`“${nameOf(listing.values)}” and its photos are kept on this device. They go online by themselves as soon as there is a network, also when you open another page of this site.`}
        </p>
        <div className="flex flex-wrap justify-center gap-2">
          <button
            type="button"
            className="button button-primary"
            aria-disabled={isStopping}
            onClick={() => isStopping || onChange()}
          >
            {isStopping ? 'Being sent…' : 'Change it'}
          </button>
          <Link to="/products" className="button button-quiet">
            See the market
          </Link>
        </div>
      </EmptyState>
    </div>
  )
}

/** Stands where a listing waited until it was sent. */
export function SentListing() {
  const navigate = useNavigate()
  const leave = useEffectEvent(() => void navigate('/products', { replace: true }))
  useEffect(() => leave(), [])
  return null
}

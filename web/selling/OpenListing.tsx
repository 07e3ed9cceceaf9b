import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { Category } from '#contract/catalog.ts'
import type { OwnProduct } from '#contract/selling.ts'
import { useApi } from '#web/api/api-context.ts'
import { statusOf } from '#web/api/client.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Link } from '#web/ui/Link.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import type { KeptListing } from './kept-listings.ts'
import { ListingEditor } from './ListingEditor.tsx'
import { begunAnew, type ListingStart, startOf } from './listing-start.ts'
import { ownProductQuery } from './own-product-query.ts'

/** As high as the screen, so that the footer does not jump when the form comes. */
export const ListingOutline = () => (
  <div className="min-h-dvh" aria-busy="true">
    <p className="sr-only">Loading…</p>
    <div className="skeleton h-8 w-48" />
    <div className="skeleton mt-4 h-12" />
    <div className="skeleton mt-4 h-96" />
  </div>
)

interface OpenListingProps {
  personId: string
  productId: string
  kept: KeptListing | undefined
  categories: readonly Category[]
}

interface Begun {
  start: ListingStart
  product: OwnProduct | null
}

const isGone = (error: Error) => [404, 422].includes(statusOf(error) ?? 0)

/** What the form begins with, as soon as that is known; what an earlier visit knew may be outdated by now. */
function beginningOf(
  { data: product, error, isFetching, isFetchedAfterMount }: UseQueryResult<OwnProduct>,
  kept: KeptListing | undefined,
): Begun | undefined {
  if (isFetching || !isFetchedAfterMount) return undefined
  if (product && !error) return { start: startOf(product, kept), product }
  if (!kept || !error) return undefined
  if (!isGone(error)) {
    return { start: { listing: kept, isRestored: !kept.isSaved, isOutdated: false }, product: null }
  }
  // Deleted elsewhere: what only this device has begins a new draft.
  return kept.isSaved ? undefined : { start: begunAnew(kept), product: null }
}

const Gone = () => (
  <EmptyState title="Product not found" level={1}>
    <p>This listing is gone, or it belongs to somebody else.</p>
    <Link to="/dashboard" className="button button-primary">
      Go to the dashboard
    </Link>
  </EmptyState>
)

/** A listing that the server has, with what was typed here and has not reached it. */
export function OpenListing({ personId, productId, kept, categories }: OpenListingProps) {
  const api = useApi()
  const query = useQuery(ownProductQuery(api, personId, productId))
  const [begun, setBegun] = useState<Begun>()
  // Once begun it stays, whatever later answers say.
  const beginning = begun ?? beginningOf(query, kept)
  if (beginning && !begun) setBegun(beginning)
  if (beginning) {
    const { start, product } = beginning
    return (
      <ListingEditor
        personId={personId}
        start={start}
        product={product}
        categories={categories}
        title={start.listing.isPublished ? 'Edit listing' : 'List an item'}
      />
    )
  }
  if (!query.error || query.isFetching) return <ListingOutline />
  if (isGone(query.error)) return <Gone />
  return <LoadFailure message="Failed to load product details" retry={() => void query.refetch()} />
}

import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from '#web/platform/router/use-router.ts'
import type { Category } from '#contract/catalog/catalog.ts'
import type { OwnProduct } from '#contract/selling/selling.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { statusOf } from '#web/platform/api/client.ts'
import { deleteGroups, moveGroup } from '#web/photos/uploading/unsent-photos.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { LoadFailure } from '#web/platform/ui/LoadFailure.tsx'
import { deleteListing, storeListing, type StoredListing } from '#web/selling/drafts/stored-listings.ts'
import { HeldNotice } from './HeldNotice.tsx'
import { ListingEditor } from './ListingEditor.tsx'
import { begunAnew, startOf } from './listing-start.ts'
import { ownProductQuery } from './own-product-query.ts'
import { photoGroupOf } from './photo-group.ts'

/** As high as the screen, so that the footer does not jump when the form appears. */
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
  stored: StoredListing | undefined
  categories: readonly Category[]
}

interface Begun {
  start: StoredListing
  product: OwnProduct | null
  /** It was deleted elsewhere; text or photos that only this device has become a new draft. */
  isGone: boolean
}

const isGoneError = (error: Error) => [404, 422].includes(statusOf(error) ?? 0)

/** The form's first values, once they are known. Values cached at an earlier visit may be out of date. */
function beginningOf(
  { data: product, error, isFetching, isFetchedAfterMount }: UseQueryResult<OwnProduct>,
  stored: StoredListing | undefined,
): Begun | undefined {
  if (isFetching || !isFetchedAfterMount) return undefined
  if (product && !error) return { start: startOf(product, stored), product, isGone: false }
  return stored && error ? { start: stored, product: null, isGone: isGoneError(error) } : undefined
}

/** Moves the text and photos of a deleted draft to a new one, and deletes the old one here. */
function BegunAnew({ personId, gone }: { personId: string; gone: StoredListing }) {
  const navigate = useNavigate()
  const [listing] = useState(() => begunAnew(gone))
  const begin = useEffectEvent(async () => {
    await moveGroup(photoGroupOf(personId, gone.key), photoGroupOf(personId, listing.key))
    await storeListing(personId, listing)
    await deleteListing(gone.key)
    navigate(`/create-product?draft=${listing.key}`, { replace: true })
  })
  useEffect(() => void begin(), [])
  return <ListingOutline />
}

/**
 * Deletes the stored copy of a listing that was deleted or published elsewhere, if it contains nothing new.
 */
function useForgetting(personId: string, begun: Begun | undefined): void {
  const isUseless = begun?.start.isSaved && (begun.isGone || begun.start.isPublished)
  const key = isUseless ? begun?.start.key : undefined
  const isGone = begun?.isGone
  useEffect(() => {
    if (key === undefined) return
    void deleteListing(key)
    if (isGone) void deleteGroups((group) => group === photoGroupOf(personId, key))
  }, [personId, key, isGone])
}

const Gone = () => (
  <EmptyState title="Product not found" level={1}>
    <p>This listing is gone, or it belongs to somebody else.</p>
    <Link to="/dashboard" className="button button-primary">
      Go to the dashboard
    </Link>
  </EmptyState>
)

function Held({ personId, product }: { personId: string; product: OwnProduct | undefined }) {
  if (!product?.hold) return null
  return <HeldNotice productId={product.id} personId={personId} hold={product.hold} />
}

/** A listing that the server has, with the text typed here that has not reached it. */
export function OpenListing({ personId, productId, stored, categories }: OpenListingProps) {
  const api = useApi()
  const query = useQuery(ownProductQuery(api, personId, productId))
  const [begun, setBegun] = useState<Begun>()
  // The first values stay, whatever later answers say.
  const beginning = begun ?? beginningOf(query, stored)
  if (beginning && !begun) setBegun(beginning)
  useForgetting(personId, begun)
  if (beginning?.isGone) {
    return beginning.start.isSaved ? <Gone /> : <BegunAnew personId={personId} gone={beginning.start} />
  }
  if (beginning) {
    const { start, product } = beginning
    return (
      <>
        <Held personId={personId} product={query.data} />
        <ListingEditor
          personId={personId}
          start={start}
          product={product}
          categories={categories}
          title={start.isPublished ? 'Edit listing' : 'List an item'}
        />
      </>
    )
  }
  if (!query.error || query.isFetching) return <ListingOutline />
  if (isGoneError(query.error)) return <Gone />
  return <LoadFailure message="Failed to load product details" retry={() => void query.refetch()} />
}

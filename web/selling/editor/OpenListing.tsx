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
import { findStart, restartDraft } from './listing-start.ts'
import { ownProductQuery } from './own-product-query.ts'
import { listingPhotoGroup } from './photo-group.ts'

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

interface Opening {
  start: StoredListing
  product: OwnProduct | null
  /** It was deleted elsewhere; text or photos that only this device has become a new draft. */
  isDeleted: boolean
}

const isDeletedError = (error: Error) => [404, 422].includes(statusOf(error) ?? 0)

/** The form's first values, once they are known. Values cached at an earlier visit may be out of date. */
function findOpening(
  { data: product, error, isFetching, isFetchedAfterMount }: UseQueryResult<OwnProduct>,
  stored: StoredListing | undefined,
): Opening | undefined {
  if (isFetching || !isFetchedAfterMount) return undefined
  if (product && !error) return { start: findStart(product, stored), product, isDeleted: false }
  return stored && error ? { start: stored, product: null, isDeleted: isDeletedError(error) } : undefined
}

/** Moves the text and photos of a deleted draft to a new one, and deletes the old one here. */
function RestartedDraft({ personId, deleted }: { personId: string; deleted: StoredListing }) {
  const navigate = useNavigate()
  const [listing] = useState(() => restartDraft(deleted))
  const begin = useEffectEvent(async () => {
    await moveGroup(listingPhotoGroup(personId, deleted.key), listingPhotoGroup(personId, listing.key))
    await storeListing(personId, listing)
    await deleteListing(deleted.key)
    navigate(`/create-product?draft=${listing.key}`, { replace: true })
  })
  useEffect(() => void begin(), [])
  return <ListingOutline />
}

/** Deletes the stored copy of a listing that was deleted or published elsewhere, if it contains nothing new. */
function useForgetting(personId: string, opening: Opening | undefined): void {
  const isUseless = opening?.start.isSaved && (opening.isDeleted || opening.start.isPublished)
  const key = isUseless ? opening?.start.key : undefined
  const isDeleted = opening?.isDeleted
  useEffect(() => {
    if (key === undefined) return
    void deleteListing(key)
    if (isDeleted) void deleteGroups((group) => group === listingPhotoGroup(personId, key))
  }, [personId, key, isDeleted])
}

const DeletedNotice = () => (
  <EmptyState drawing="bird" title="Product not found" level={1}>
    <p>This listing was deleted, or it belongs to somebody else.</p>
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
  const [opening, setOpening] = useState<Opening>()
  // The first values stay, whatever later answers say.
  const current = opening ?? findOpening(query, stored)
  if (current && !opening) setOpening(current)
  useForgetting(personId, opening)
  if (current?.isDeleted) {
    return current.start.isSaved ? (
      <DeletedNotice />
    ) : (
      <RestartedDraft personId={personId} deleted={current.start} />
    )
  }
  if (current) {
    const { start, product } = current
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
  if (isDeletedError(query.error)) return <DeletedNotice />
  return <LoadFailure message="Failed to load product details" retry={() => void query.refetch()} />
}

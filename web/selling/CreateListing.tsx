import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Category } from '#contract/catalog.ts'
import { ContinueDraft } from './ContinueDraft.tsx'
import { keptListing, type KeptListing } from './kept-listings.ts'
import { ListingEditor } from './ListingEditor.tsx'
import { newListing } from './listing-start.ts'
import { isBlank } from './listing-values.ts'
import { OpenListing } from './OpenListing.tsx'
import { useKeptListings } from './use-kept-listings.ts'
import { useWaited } from './use-waited.ts'
import { SentListing, WaitingListing } from './WaitingListing.tsx'

interface CreateListingProps {
  personId: string
  categories: readonly Category[]
}

const isUnfinished = ({ isPublished, productId, values }: KeptListing) =>
  !isPublished && (productId !== null || !isBlank(values))

/** The draft that the address names, from the moment that it is opened. */
function KeptDraft({ personId, draftKey, categories }: CreateListingProps & { draftKey: string }) {
  const [kept] = useState(() => keptListing(personId, draftKey))
  if (!kept) return null
  if (kept.productId !== null) {
    return <OpenListing personId={personId} productId={kept.productId} kept={kept} categories={categories} />
  }
  const start = { listing: kept, isRestored: true, isOutdated: false }
  return (
    <ListingEditor
      personId={personId}
      start={start}
      product={null}
      categories={categories}
      title="List an item"
    />
  )
}

/** A new listing, or one that was begun on this device. The address names the draft, so that a reload comes back to it. */
export function CreateListing({ personId, categories }: CreateListingProps) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [fresh, setFresh] = useState(newListing)
  const [isNew, setIsNew] = useState(false)
  const kept = useKeptListings(personId)
  const key = search.get('draft') ?? fresh.key
  const own = kept.find((listing) => listing.key === key)
  const waited = useWaited(own, key)
  const drafts = kept.filter(isUnfinished)

  if (waited === 'sent') return <SentListing />
  if (own && waited) return <WaitingListing personId={personId} listing={own} />
  if (own && key !== fresh.key) {
    return <KeptDraft key={key} personId={personId} draftKey={key} categories={categories} />
  }
  if (!own && !search.has('draft') && !isNew && drafts.length > 0) {
    const startNew = () => {
      setFresh(newListing())
      setIsNew(true)
    }
    return <ContinueDraft drafts={drafts} onNew={startNew} />
  }
  return (
    <ListingEditor
      key={fresh.key}
      personId={personId}
      start={{ listing: own ?? fresh, isRestored: own !== undefined, isOutdated: false }}
      product={null}
      categories={categories}
      title="List an item"
      onBegun={() =>
        void navigate(`/create-product?draft=${fresh.key}`, { replace: true, state: { keepScroll: true } })
      }
    />
  )
}

import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Category } from '#contract/catalog.ts'
import { ContinueDraft } from './ContinueDraft.tsx'
import { isUnknown, keptListing, type KeptListing } from './kept-listings.ts'
import { ListingEditor } from './ListingEditor.tsx'
import { newListing } from './listing-start.ts'
import { OpenListing } from './OpenListing.tsx'
import { useKeptListings } from './use-kept-listings.ts'
import { useWaited } from './use-waited.ts'
import { SentListing, WaitingListing } from './WaitingListing.tsx'

interface CreateListingProps {
  personId: string
  categories: readonly Category[]
}

const isUnfinished = (listing: KeptListing) =>
  !listing.isPublished && (listing.productId !== null || isUnknown(listing))

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** By the name that the address has for it: photos may be kept under it where its words could not be. */
function beginning(personId: string, named: string | null): KeptListing {
  const isFree = named !== null && UUID.test(named) && !keptListing(personId, named)
  return newListing(isFree ? named : undefined)
}

/** The draft that the address names, from the moment that it is opened. */
function KeptDraft({ personId, draftKey, categories }: CreateListingProps & { draftKey: string }) {
  const [kept] = useState(() => keptListing(personId, draftKey))
  if (!kept) return null
  if (kept.productId !== null) {
    return <OpenListing personId={personId} productId={kept.productId} kept={kept} categories={categories} />
  }
  return (
    <ListingEditor
      personId={personId}
      start={kept}
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
  const [fresh, setFresh] = useState(() => beginning(personId, search.get('draft')))
  const [isNew, setIsNew] = useState(false)
  const [opened, setOpened] = useState<string>()
  const kept = useKeptListings(personId)
  const key = search.get('draft') ?? fresh.key
  const own = kept.find((listing) => listing.key === key)
  const { state, takeBack } = useWaited(personId, own, key)
  const drafts = kept.filter(isUnfinished)

  if (state === 'sent') return <SentListing />
  if (own && state)
    return <WaitingListing listing={own} isStopping={state === 'stopping'} onChange={takeBack} />
  if (own && key !== fresh.key && opened !== key) setOpened(key)
  // Once opened it stays, also when it is kept no more.
  if (key !== fresh.key && (own || opened === key)) {
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
      start={own ?? fresh}
      product={null}
      categories={categories}
      title="List an item"
      onBegun={() =>
        void navigate(`/create-product?draft=${fresh.key}`, { replace: true, state: { keepScroll: true } })
      }
    />
  )
}

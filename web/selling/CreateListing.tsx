import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Category } from '#contract/catalog.ts'
import { unsentGroups } from '#web/photos/kept-files.ts'
import { ContinueDraft } from './ContinueDraft.tsx'
import { isUnknown, keptListing, type KeptListing } from './kept-listings.ts'
import { ListingEditor } from './ListingEditor.tsx'
import { newListing } from './listing-start.ts'
import { OpenListing } from './OpenListing.tsx'
import { photoGroupOf } from './photo-group.ts'
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

const mayHavePhotos = (personId: string, named: string | null): named is string =>
  named !== null && UUID.test(named) && !keptListing(personId, named)

/**
 * A new listing, by the name in the address only where photos are kept under it without words: the server may know the
 * name already, as of what was published from there. Undefined until that is known.
 */
function useFresh(personId: string, named: string | null) {
  const [fresh, setFresh] = useState(() => (mayHavePhotos(personId, named) ? undefined : newListing()))
  useEffect(() => {
    if (fresh || named === null) return
    void unsentGroups().then((groups) =>
      setFresh(newListing(groups.has(photoGroupOf(personId, named)) ? named : undefined)),
    )
  }, [fresh, personId, named])
  return [fresh, () => setFresh(newListing())] as const
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

interface FreshListingProps extends CreateListingProps {
  fresh: KeptListing
  /** What is kept of it by now. */
  own: KeptListing | undefined
  /** What was begun before, and may be gone on with instead. */
  drafts: readonly KeptListing[]
  onNew: () => void
}

function FreshListing({ personId, categories, fresh, own, drafts, onNew }: FreshListingProps) {
  const navigate = useNavigate()
  const [isNew, setIsNew] = useState(false)
  if (!own && !isNew && drafts.length > 0) {
    const startNew = () => {
      onNew()
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

/** Once opened a draft stays so, also when it is kept no more. */
function useOpened(own: KeptListing | undefined, key: string): boolean {
  const [opened, setOpened] = useState<string>()
  if (own && opened !== key) setOpened(key)
  return own !== undefined || opened === key
}

/** A new listing, or one that was begun on this device. The address names the draft, so that a reload comes back to it. */
export function CreateListing({ personId, categories }: CreateListingProps) {
  const named = useSearchParams()[0].get('draft')
  const [fresh, begin] = useFresh(personId, named)
  const kept = useKeptListings(personId)
  const key = named ?? fresh?.key ?? ''
  const own = kept.find((listing) => listing.key === key)
  const isOpened = useOpened(own, key)
  const { state, takeBack } = useWaited(personId, own, key)

  if (state === 'sent') return <SentListing />
  if (own && state)
    return <WaitingListing listing={own} isStopping={state === 'stopping'} onChange={takeBack} />
  if (!fresh) return null
  if (isOpened && key !== fresh.key) {
    return <KeptDraft key={key} personId={personId} draftKey={key} categories={categories} />
  }
  return (
    <FreshListing
      personId={personId}
      categories={categories}
      fresh={fresh}
      own={own}
      drafts={named === null ? kept.filter(isUnfinished) : []}
      onNew={begin}
    />
  )
}

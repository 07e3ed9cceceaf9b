import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from '#web/platform/router/use-router.ts'
import type { Category } from '#contract/catalog/catalog.ts'
import { unsentGroups } from '#web/photos/uploading/unsent-photos.ts'
import { ContinueDraft } from '#web/selling/drafts/ContinueDraft.tsx'
import { isUnknown, findListing, type StoredListing } from '#web/selling/drafts/stored-listings.ts'
import { ListingEditor } from './ListingEditor.tsx'
import { newListing } from './listing-start.ts'
import { ListingOutline, OpenListing } from './OpenListing.tsx'
import { listingPhotoGroup } from './photo-group.ts'
import { useLikelyLocation } from './use-likely-location.ts'
import { useStoredListings } from '#web/selling/drafts/use-stored-listings.ts'
import { useWaiting } from '#web/selling/drafts/use-waiting.ts'
import { SentListing, WaitingListing } from '#web/selling/drafts/WaitingListing.tsx'

type LikelyLocation = ReturnType<typeof useLikelyLocation>['location']

interface CreateListingProps {
  personId: string
  categories: readonly Category[]
}

const isUnfinished = (listing: StoredListing) =>
  !listing.isPublished && (listing.productId !== null || isUnknown(listing))

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const mayHavePhotos = (personId: string, named: string | null): named is string =>
  named !== null && UUID.test(named) && !findListing(personId, named)

/**
 * A new listing. It takes its key from the address only if photos without text are stored under that key: otherwise the
 * server may know the key already from a published listing. Undefined until that is known.
 */
function useFresh(personId: string, named: string | null, location: LikelyLocation) {
  const createFresh = (key?: string) => newListing(key, location)
  const [fresh, setFresh] = useState(() => (mayHavePhotos(personId, named) ? undefined : createFresh()))
  useEffect(() => {
    if (fresh || named === null) return
    void unsentGroups().then((groups) =>
      setFresh(newListing(groups.has(listingPhotoGroup(personId, named)) ? named : undefined, location)),
    )
  }, [fresh, personId, named, location])
  return [fresh, () => setFresh(createFresh())] as const
}

/** The draft that the address names, as it was when it was opened. */
function StoredDraft({ personId, draftKey, categories }: CreateListingProps & { draftKey: string }) {
  const [stored] = useState(() => findListing(personId, draftKey))
  if (!stored) return null
  if (stored.productId !== null) {
    return (
      <OpenListing personId={personId} productId={stored.productId} stored={stored} categories={categories} />
    )
  }
  return (
    <ListingEditor
      personId={personId}
      start={stored}
      product={null}
      categories={categories}
      title="List an item"
    />
  )
}

interface FreshListingProps extends CreateListingProps {
  fresh: StoredListing
  /** The stored listing, if there is one by now. */
  own: StoredListing | undefined
  /** Earlier drafts that people may continue instead. */
  drafts: readonly StoredListing[]
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
        navigate(`/create-product?draft=${fresh.key}`, {
          replace: true,
          state: { preservesScroll: true },
        })
      }
    />
  )
}

/** An opened draft stays open, even if it is no longer stored. */
function useOpened(own: StoredListing | undefined, key: string): boolean {
  const [opened, setOpened] = useState<string>()
  if (own && opened !== key) setOpened(key)
  return own !== undefined || opened === key
}

/** A slow connection must not keep people from typing: the form then opens without a likely location. */
const LOCATION_MS = 800

/**
 * A new listing, or one that was begun on this device. The address names the draft, so that it opens again after a
 * reload.
 */
export function CreateListing(props: CreateListingProps) {
  const stored = useStoredListings(props.personId)
  const { location, isLoading } = useLikelyLocation(props.personId)
  const isNamed = useSearchParams()[0].get('draft') !== null
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOpen(true), LOCATION_MS)
    return () => clearTimeout(timer)
  }, [])
  if (stored && (!isLoading || isNamed) && !isOpen) setOpen(true)
  if (!stored || !isOpen) return <ListingOutline />
  return <NamedListing {...props} stored={stored} location={location} />
}

interface NamedListingProps extends CreateListingProps {
  stored: readonly StoredListing[]
  location: LikelyLocation
}

function NamedListing({ personId, categories, stored, location }: NamedListingProps) {
  const named = useSearchParams()[0].get('draft')
  const [fresh, begin] = useFresh(personId, named, location)
  const key = named ?? fresh?.key ?? ''
  const own = stored.find((listing) => listing.key === key)
  const isOpened = useOpened(own, key)
  const { state, cancel } = useWaiting(personId, own, key)

  if (state === 'sent') return <SentListing />
  if (own && state)
    return <WaitingListing listing={own} isStopping={state === 'stopping'} onChange={cancel} />
  if (!fresh) return null
  if (isOpened && key !== fresh.key) {
    return <StoredDraft key={key} personId={personId} draftKey={key} categories={categories} />
  }
  return (
    <FreshListing
      personId={personId}
      categories={categories}
      fresh={fresh}
      own={own}
      drafts={named === null ? stored.filter(isUnfinished) : []}
      onNew={begin}
    />
  )
}

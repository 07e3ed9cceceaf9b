import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLoadedPages } from '#web/platform/router/use-loaded-pages.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { DashboardSection, type OwnProducts } from './DashboardSection.tsx'
import { DeviceListings } from '#web/selling/drafts/DeviceListings.tsx'
import { DraftCard } from './DraftCard.tsx'
import { ListingCard } from './ListingCard.tsx'
import { ownDraftsQuery, ownListingsQuery } from './queries.ts'

/** No higher than the screen: if there are no listings, people who scrolled would see the page shrink. */
const Outline = () => (
  <div className="mt-6" aria-busy="true">
    <p className="sr-only">Loading…</p>
    <div className="skeleton mb-3 h-7 w-36" />
    <div className="own-cards">
      {Array.from({ length: 4 }, (_, index) => (
        <div key={index} className={`skeleton h-60 ${index > 1 ? 'max-sm:hidden' : ''}`} />
      ))}
    </div>
  </div>
)

const countItems = ({ data }: OwnProducts) => data?.pages.flatMap(({ items }) => items).length ?? 0

/** When a card with the focus disappears, the list takes the focus. */
function useFocusWhenFewer(count: number) {
  const list = useRef<HTMLDivElement>(null)
  const before = useRef(count)
  useEffect(() => {
    if (count < before.current && document.activeElement === document.body) list.current?.focus()
    before.current = count
  }, [count])
  return list
}

interface DashboardListingsProps {
  personId: string
  /** Shown above the listings; undefined while it loads. */
  above: ReactNode
}

/** A seller's drafts and listings. All parts appear at once, so that none moves another. */
export function DashboardListings({ personId, above }: DashboardListingsProps) {
  const api = useApi()
  const drafts = useLoadedPages(useInfiniteQuery(ownDraftsQuery(api, personId)), ' drafts')
  const listings = useLoadedPages(useInfiniteQuery(ownListingsQuery(api, personId)))
  const list = useFocusWhenFewer(countItems(drafts) + countItems(listings))
  if (drafts.isPending || listings.isPending || above === undefined) return <Outline />
  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      {above}
      <DeviceListings personId={personId} />
      {(countItems(drafts) > 0 || drafts.isError) && (
        <DashboardSection title="Drafts" personId={personId} query={drafts} Card={DraftCard} />
      )}
      {countItems(listings) === 0 && listings.isSuccess && !listings.hasNextPage ? (
        <EmptyState drawing="head-pan" title="No listings yet">
          <p>Somebody near you may want what you no longer use.</p>
          <Link to="/create-product" className="button button-primary">
            Create your first listing
          </Link>
        </EmptyState>
      ) : (
        <DashboardSection title="Listings" personId={personId} query={listings} Card={ListingCard} />
      )}
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { memo, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import {
  useLocation,
  useNavigate,
  useNavigationType,
  useSearchParams,
} from '#web/platform/router/use-router.ts'
import type { SearchReply } from '#contract/search/search.ts'
import { defaultSort } from '#contract/search/search-filters.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { ApiError, statusOf } from '#web/platform/api/client.ts'
import { PageHead } from '#web/platform/head/PageHead.tsx'
import { readArea } from '#web/area/chosen-area.ts'
import { CategoryChips } from '#web/catalog/CategoryChips.tsx'
import { SavedOnDevice } from '#web/favourites/SavedOnDevice.tsx'
import { cardHeart } from '#web/favourites/FavouriteButton.tsx'
import { GridSkeleton, ProductGrid } from '#web/products/ProductGrid.tsx'
import { useLastSearch } from '#web/products/last-search.ts'
import { productQuery } from '#web/products/queries.ts'
import { activeFilterCount } from '#web/search/active-filters.ts'
import { AreaFilter } from '#web/search/AreaFilter.tsx'
import { FilterPanel } from '#web/search/FilterPanel.tsx'
import { FilterSheet } from '#web/search/FilterSheet.tsx'
import { changeFilters, type Filters, parseFilters, productsPath } from '#web/search/filters.ts'
import { ActiveFilters, isUnusual, UnusualResults } from '#web/search/on-demand.tsx'
import { previewOf, useListTitle } from '#web/search/results/list-title.ts'
import { type ResultsQuery, useResults } from '#web/search/list-data.ts'
import { SaveSearch } from '#web/saved-searches/SaveSearch.tsx'
import { SearchBar } from '#web/search/bar/SearchBar.tsx'
import { useFollowScroll } from '#web/search/bar/use-follow-scroll.ts'
import { SortChip } from '#web/search/bar/SortChip.tsx'
import { countText } from '#web/search/texts.ts'
import { UnreadPrices } from '#web/search/UnreadPrices.tsx'
import { publishedId } from '#web/selling/published/published-state.ts'
import { LoadFailure } from '#web/platform/ui/LoadFailure.tsx'
import { showToast } from '#web/platform/ui/toasts/toast.ts'
import { useOnline } from '#web/platform/browser/use-online.ts'
import { lazyPart } from '#web/platform/ui/lazy/lazy-part.ts'

const PublishedListing = lazyPart(
  async () => (await import('#web/selling/published/PublishedListing.tsx')).PublishedListing,
)

/** The card of a listing that the person has just published; not shown after a reload. */
function Published() {
  const { state, search } = useLocation()
  const navigate = useNavigate()
  const id = useNavigationType() === 'PUSH' ? publishedId(state) : undefined
  const { data: product, error } = useQuery({
    ...productQuery(useApi(), id ?? ''),
    enabled: id !== undefined,
  })
  const dismiss = () => navigate({ search }, { replace: true, state: { preservesScroll: true } })
  // A moderator took it down in the meantime; the seller's notifications say why.
  return id === undefined || statusOf(error) === 404 ? null : (
    <Suspense fallback={<div className="published-room" />}>
      <PublishedListing product={product} onDismiss={dismiss} />
    </Suspense>
  )
}

/** Shows 'Search Updated' once for each press of the Search button, when the results have arrived (SPEC 2). */
function useSearchToast(results: ResultsQuery, isBehind: boolean, needsNetwork: boolean) {
  const [presses, setPresses] = useState(0)
  const answered = useRef(0)
  const { data, isError, isFetching, isPlaceholderData } = results
  const total = data?.pages[0]?.total
  useEffect(() => {
    if (isBehind || answered.current === presses || (isFetching && !needsNetwork)) return
    answered.current = presses
    if (!navigator.onLine) return
    if (total && !isError && !isPlaceholderData) {
      showToast('Search Updated', `Found ${countText(total)}`)
    }
  }, [presses, total, isError, isFetching, isPlaceholderData, isBehind, needsNetwork])
  return () => setPresses((before) => before + 1)
}

/** 'Nearest first' measures from the town that the person chose before. */
function withOrigin({ near, region, location }: Filters, changed: Partial<Filters>): Partial<Filters> {
  const isMeasured = changed.sort !== 'distance' || 'near' in changed || (near ?? region ?? location)
  return isMeasured ? changed : { ...changed, near: readArea()?.town }
}

function useFilters() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const filters = parseFilters(search)
  /** Returns false if nothing changes, or the person has left the page. */
  function change(changed: Partial<Filters>): boolean {
    // The slider calls this late, when the person may have changed another filter or left the page.
    if (window.location.pathname !== pathname) return false
    const current = parseFilters(new URLSearchParams(window.location.search))
    const path = productsPath(changeFilters(current, withOrigin(current, changed)))
    if (path === productsPath(current)) return false
    navigate(path, { state: { preservesScroll: true } })
    return true
  }
  return { filters, change }
}

/** Loads more; without script the same button is a link to the next page. */
function ShowMore({ filters, results }: { filters: Filters; results: ResultsQuery }) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = results
  const cursor = data?.pages.at(-1)?.nextCursor
  if (error) return <LoadFailure message="Failed to load products." retry={() => void fetchNextPage()} />
  if (!hasNextPage || !cursor) return null
  return (
    <div className="mt-6 text-center">
      <a
        href={productsPath({ ...filters, cursor })}
        className="button button-quiet w-full md:w-80"
        aria-busy={isFetchingNextPage}
        onClick={(event) => {
          event.preventDefault()
          if (!isFetchingNextPage) void fetchNextPage()
        }}
      >
        {isFetchingNextPage ? 'Loading…' : 'Show more'}
      </a>
    </div>
  )
}

/** Renders again only for other products, so that it does not delay the choice itself. */
const SameGrid = memo(ProductGrid)

function FoundProducts({ filters, results, isBehind, first }: FoundProps) {
  const { data, isPlaceholderData } = results
  const isOnline = useOnline()
  const products = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data])
  useLastSearch(isUnusual(first) ? undefined : filters.search)
  return (
    <div aria-busy={isPlaceholderData || isBehind} className={isPlaceholderData ? 'opacity-60' : ''}>
      {!isOnline && <p className="mb-3 text-sm">You are offline. This list may be out of date.</p>}
      <SameGrid
        actionOf={cardHeart}
        products={products}
        headingLevel={2}
        isMain
        // In the order of dates it would repeat what the order says.
        marksNew={(filters.sort ?? defaultSort(filters)) !== 'newest'}
      />
      <ShowMore filters={filters} results={results} />
    </div>
  )
}

interface ResultsProps {
  filters: Filters
  results: ResultsQuery
  /** True if the list does not show the newest choice yet. */
  isBehind: boolean
  /** True if the results of these filters are not on the device and there is no network. */
  needsNetwork: boolean
}

type FoundProps = Omit<ResultsProps, 'needsNetwork'> & { first: SearchReply }

function Results({ filters, results, isBehind, needsNetwork }: ResultsProps) {
  const { data, error, refetch } = results
  const first = data?.pages[0]
  if (needsNetwork) return <SavedOnDevice />
  if (!first && error) {
    const requestId = error instanceof ApiError ? error.requestId : undefined
    return (
      <LoadFailure message="Failed to load products." retry={() => void refetch()} requestId={requestId} />
    )
  }
  if (!first) return <GridSkeleton />
  if (first.items.length === 0) return null
  return <FoundProducts filters={filters} results={results} isBehind={isBehind} first={first} />
}

/** The same element while nothing changes: an update would take the server's away until its code is loaded. */
function Notes({ reply }: { reply: SearchReply | undefined }) {
  const [search] = useSearchParams()
  return useMemo(
    () =>
      reply &&
      isUnusual(reply) && (
        <UnusualResults reply={reply}>
          <SaveSearch filters={parseFilters(search)} text="Tell me when there is one" />
        </UnusualResults>
      ),
    [reply, search],
  )
}

function FilterRow({ filters, onChange, total }: FilterRowProps) {
  const { category } = filters
  const row = useRef<HTMLDivElement>(null)
  // The chosen category is now the first one.
  useEffect(() => {
    if (row.current) row.current.scrollLeft = 0
  }, [category])
  return (
    <div ref={row} className="filter-row">
      <AreaFilter filters={filters} onChange={onChange} />
      <FilterSheet
        filters={filters}
        onChange={onChange}
        activeCount={activeFilterCount(filters)}
        showText={total ? `Show ${countText(total)}` : 'Show products'}
      />
      <SortChip filters={filters} onChange={onChange} />
      <CategoryChips
        selected={category}
        hrefOf={(chosen) => productsPath(changeFilters(filters, { category: chosen }))}
      />
    </div>
  )
}

interface FilterRowProps {
  filters: Filters
  onChange: (change: Partial<Filters>) => void
  total: SearchReply['total'] | undefined
}

function ResultsHead({ filters, total }: Omit<FilterRowProps, 'onChange'>) {
  return (
    <div className="results-head mb-2 flex flex-wrap items-center gap-2">
      <p role="status" className="flex-1 py-2 text-sm text-muted">
        {total && `Showing ${countText(total)}`}
      </p>
      {total?.count !== 0 && <SaveSearch filters={filters} />}
    </div>
  )
}

export function ProductsPage() {
  const { filters, change } = useFilters()
  const { results, isBehind } = useResults()
  const isUnanswered = results.isPlaceholderData || !results.data
  const needsNetwork = isUnanswered && results.fetchStatus === 'paused'
  const total = needsNetwork ? undefined : results.data?.pages[0]?.total
  const announce = useSearchToast(results, isBehind, needsNetwork)
  const title = useListTitle(filters)
  useFollowScroll()
  const { search, category, location, region } = filters
  return (
    <div className="page py-2 md:py-4">
      <PageHead
        {...previewOf(filters, title)}
        path={productsPath({ category, region })}
        // Combinations of words, prices and places are endless, so search engines index only one page.
        index={!search && !location && !filters.near && !filters.cursor}
      />
      <h1 className="sr-only">{title}</h1>
      <Published />
      <div className="list-head">
        <SearchBar
          filters={filters}
          onSearch={(changed) => {
            announce()
            if (!change(changed)) void results.refetch()
          }}
          onChoose={change}
        />
        <FilterRow filters={filters} onChange={change} total={total} />
      </div>
      <div className="relative mt-1 flex gap-6 md:mt-3 noscript:max-md:flex-col">
        <div className="filter-side shrink-0 max-md:hidden noscript:max-md:block">
          <FilterPanel filters={filters} onChange={change} />
        </div>
        <div className="min-w-0 flex-1">
          <ResultsHead filters={filters} total={total} />
          <ActiveFilters filters={filters} />
          <UnreadPrices filters={filters} />
          <Notes reply={isUnanswered ? undefined : results.data?.pages[0]} />
          <Results filters={filters} results={results} isBehind={isBehind} needsNetwork={needsNetwork} />
        </div>
      </div>
    </div>
  )
}

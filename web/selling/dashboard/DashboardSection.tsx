import type { UseInfiniteQueryResult, InfiniteData } from '@tanstack/react-query'
import { type ComponentType, useId } from 'react'
import type { OwnProductCard } from '#contract/selling/selling.ts'
import { LoadFailure } from '#web/platform/ui/LoadFailure.tsx'
import { ShowMore } from '#web/platform/ui/ShowMore.tsx'
import type { OwnCardProps } from './ListingCard.tsx'

export type OwnProducts = UseInfiniteQueryResult<
  InfiniteData<{ items: OwnProductCard[]; nextCursor: string | null }>
>

interface DashboardSectionProps {
  title: string
  personId: string
  query: OwnProducts
  Card: ComponentType<OwnCardProps>
}

export function DashboardSection({ title, personId, query, Card }: DashboardSectionProps) {
  const { data, isError, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } =
    query
  // Loaded listings stay useful if only a refresh failed.
  const hasFailed = isError && (!data || isFetchNextPageError)
  const id = useId()
  const listings = data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <section aria-labelledby={id} className="mt-6">
      <h2 id={id} className="mb-3 text-xl font-bold">
        {title}
      </h2>
      {listings.length > 0 && (
        <ul className="own-cards">
          {listings.map((listing) => (
            <Card key={listing.id} listing={listing} personId={personId} />
          ))}
        </ul>
      )}
      {hasFailed && (
        <LoadFailure
          message="Failed to load products."
          retry={() => void (data ? fetchNextPage() : refetch())}
        />
      )}
      {hasNextPage && !hasFailed && (
        <ShowMore isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
      )}
    </section>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useApi } from '#web/platform/api/api-context.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { LoadFailure } from '#web/platform/ui/LoadFailure.tsx'
import { SavedSearchItem } from './SavedSearchItem.tsx'
import { savedSearchesQuery } from './queries.ts'

const Outline = () => (
  <div aria-busy="true" className="grid gap-3">
    <p className="sr-only">Loading…</p>
    {Array.from({ length: 4 }, (_, index) => (
      <div key={index} className="skeleton h-36" />
    ))}
  </div>
)

const NoSearches = () => (
  <EmptyState drawing="boat" title="No saved searches yet">
    <p>
      Search for what you want or choose a filter, then press ‘Save search’. We notify you of new matches.
    </p>
    <Link to="/products" className="button button-primary">
      Browse Products
    </Link>
  </EmptyState>
)

interface SavedSearchListProps {
  personId: string
  /** Name of a category, or undefined if it is not loaded. */
  nameOf: (categoryId: string) => string | undefined
}

export function SavedSearchList({ personId, nameOf }: SavedSearchListProps) {
  const { data, isError, refetch } = useQuery(savedSearchesQuery(useApi(), personId))
  if (!data && isError)
    return <LoadFailure message="Failed to load your saved searches" retry={() => void refetch()} />
  if (!data) return <Outline />
  if (data.length === 0) return <NoSearches />
  return (
    <ul className="grid gap-3">
      {data.map((search) => (
        <SavedSearchItem key={search.id} search={search} personId={personId} nameOf={nameOf} />
      ))}
    </ul>
  )
}

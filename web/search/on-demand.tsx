import { Suspense } from 'react'
import type { SearchReply } from '#contract/search/search.ts'
import { useHydrated } from '#web/platform/browser/use-hydrated.ts'
import { useSearchParams } from '#web/platform/router/use-router.ts'
import { preparedLazy } from '#web/platform/ui/lazy/prepared-lazy.ts'
import type { AttributeFiltersProps } from './AttributeFilters.tsx'
import type { DistanceOriginProps } from './DistanceOrigin.tsx'
import { type Filters, unreadAmounts } from './filters.ts'
import type { NoResultsProps } from '#web/search/results/NoResults.tsx'
import type { ResultNotesProps } from '#web/search/results/ResultNotes.tsx'

// Parts that most lists do not show and therefore do not load.
const attributeFilters = preparedLazy(async () => (await import('./AttributeFilters.tsx')).AttributeFilters)
const distanceOrigin = preparedLazy(async () => (await import('./DistanceOrigin.tsx')).DistanceOrigin)
const noResults = preparedLazy(async () => (await import('#web/search/results/NoResults.tsx')).NoResults)
const resultNotes = preparedLazy(
  async () => (await import('#web/search/results/ResultNotes.tsx')).ResultNotes,
)

/** Call before a list with these filters is drawn. */
export const prepareFilters = ({ category, sort }: Filters) =>
  Promise.all([category && attributeFilters.prepare(), sort === 'distance' && distanceOrigin.prepare()])

/** Returns whether a list has not exactly what was asked for. */
export const isInexact = ({ similar, leftOut, beyond }: Partial<SearchReply>): boolean =>
  Boolean(similar || leftOut?.length || beyond)

/** Call before a list is drawn. */
export const prepareResults = (reply: SearchReply | undefined) =>
  Promise.all([
    reply?.items.length === 0 && noResults.prepare(),
    reply && isInexact(reply) && resultNotes.prepare(),
  ])

export function ResultNotes({ filters, reply }: Omit<ResultNotesProps, 'unread'>) {
  const [search] = useSearchParams()
  // Not in the HTML, which addresses with the same filters share.
  const unread = useHydrated() ? unreadAmounts(search) : []
  return (
    ((reply && isInexact(reply)) || unread.length > 0) && (
      <Suspense>
        <resultNotes.Component filters={filters} reply={reply} unread={unread} />
      </Suspense>
    )
  )
}

/** Filters that apply only to products of the chosen category. */
export const CategoryFilters = (props: AttributeFiltersProps) =>
  props.filters.category && (
    <Suspense>
      <attributeFilters.Component {...props} />
    </Suspense>
  )

export const DistanceOrigin = (props: DistanceOriginProps) =>
  props.filters.sort === 'distance' && (
    <Suspense>
      <distanceOrigin.Component {...props} />
    </Suspense>
  )

export const NoResults = (props: NoResultsProps) => (
  <Suspense>
    <noResults.Component {...props} />
  </Suspense>
)

import { Suspense } from 'react'
import type { SearchReply } from '#contract/search/search.ts'
import { preparedLazy } from '#web/platform/ui/lazy/prepared-lazy.ts'
import { activeFilterCount } from './active-filters.ts'
import type { AttributeFiltersProps } from './AttributeFilters.tsx'
import type { DistanceOriginProps } from './DistanceOrigin.tsx'
import type { Filters } from './filters.ts'
import type { UnusualResultsProps } from '#web/search/results/UnusualResults.tsx'

// Parts that most lists do not show and therefore do not load.
const attributeFilters = preparedLazy(async () => (await import('./AttributeFilters.tsx')).AttributeFilters)
const distanceOrigin = preparedLazy(async () => (await import('./DistanceOrigin.tsx')).DistanceOrigin)
const activeFilters = preparedLazy(async () => (await import('./ActiveFilters.tsx')).ActiveFilters)
const unusualResults = preparedLazy(
  async () => (await import('#web/search/results/UnusualResults.tsx')).UnusualResults,
)

/** Call before a list with these filters is drawn. */
export const prepareFilters = (filters: Filters) =>
  Promise.all([
    filters.category && attributeFilters.prepare(),
    filters.sort === 'distance' && distanceOrigin.prepare(),
    activeFilterCount(filters) > 0 && prepareActiveFilters(),
  ])

/** Returns whether a list has not exactly what was asked for. An earlier version's stored lists lack `leftOut`. */
export const isUnusual = ({
  items,
  similar,
  leftOut,
  beyond,
}: Pick<SearchReply, 'items' | 'similar'> & Partial<SearchReply>): boolean =>
  Boolean(items.length === 0 || similar || leftOut?.length || beyond)

/** Call before a list is drawn. */
export const prepareResults = (reply: SearchReply | undefined) =>
  reply && isUnusual(reply) ? unusualResults.prepare() : undefined

export const UnusualResults = (props: UnusualResultsProps) => (
  <Suspense>
    <unusualResults.Component {...props} />
  </Suspense>
)

/** Call before people can choose a filter. */
export const prepareActiveFilters = activeFilters.prepare

/** A pill for each active filter. */
export const ActiveFilters = ({ filters }: { filters: Filters }) =>
  activeFilterCount(filters) > 0 && (
    <Suspense>
      <activeFilters.Component filters={filters} />
    </Suspense>
  )

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

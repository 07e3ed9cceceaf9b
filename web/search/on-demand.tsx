import { Suspense } from 'react'
import { preparedLazy } from '#web/platform/ui/lazy/prepared-lazy.ts'
import type { AttributeFiltersProps } from './AttributeFilters.tsx'
import type { DistanceOriginProps } from './DistanceOrigin.tsx'
import type { Filters } from './filters.ts'
import type { NoResultsProps } from './NoResults.tsx'

// What most lists do not show, so that they do not load it.
const attributeFilters = preparedLazy(async () => (await import('./AttributeFilters.tsx')).AttributeFilters)
const distanceOrigin = preparedLazy(async () => (await import('./DistanceOrigin.tsx')).DistanceOrigin)
const noResults = preparedLazy(async () => (await import('./NoResults.tsx')).NoResults)

/** Before a list with these filters is drawn. */
export const prepareFilters = ({ category, sort }: Filters) =>
  Promise.all([category && attributeFilters.prepare(), sort === 'distance' && distanceOrigin.prepare()])

/** Before a list without a single product is drawn. */
export const prepareNoResults = () => noResults.prepare()

/** What only things of the chosen category are narrowed by. */
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

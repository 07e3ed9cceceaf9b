import { Suspense } from 'react'
import { preparedLazy } from '#web/platform/ui/lazy/prepared-lazy.ts'
import type { AttributeFiltersProps } from './AttributeFilters.tsx'
import type { DistanceOriginProps } from './DistanceOrigin.tsx'
import type { Filters } from './filters.ts'
import type { NoResultsProps } from './NoResults.tsx'

// Parts that most lists do not show and therefore do not load.
const attributeFilters = preparedLazy(async () => (await import('./AttributeFilters.tsx')).AttributeFilters)
const distanceOrigin = preparedLazy(async () => (await import('./DistanceOrigin.tsx')).DistanceOrigin)
const noResults = preparedLazy(async () => (await import('./NoResults.tsx')).NoResults)

/** Call before a list with these filters is drawn. */
export const prepareFilters = ({ category, sort }: Filters) =>
  Promise.all([category && attributeFilters.prepare(), sort === 'distance' && distanceOrigin.prepare()])

/** Call before a list without products is drawn. */
export const prepareNoResults = () => noResults.prepare()

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

import { Suspense } from 'react'
import { preparedLazy } from '#web/platform/ui/prepared-lazy.ts'
import type { AttributeFiltersProps } from './AttributeFilters.tsx'

// Only lists of a category need it.
const attributeFilters = preparedLazy(async () => (await import('./AttributeFilters.tsx')).AttributeFilters)

/** Before a list of a category is drawn. */
export const prepareCategoryFilters = () => attributeFilters.prepare()

/** What only things of the chosen category are narrowed by. */
export const CategoryFilters = (props: AttributeFiltersProps) =>
  props.filters.category && (
    <Suspense>
      <attributeFilters.Component {...props} />
    </Suspense>
  )

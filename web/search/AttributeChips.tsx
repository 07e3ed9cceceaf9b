import { useQuery } from '@tanstack/react-query'
import {
  attributeFilterInWords,
  changeAttributeFilter,
  readAttributeFilters,
} from '#contract/catalog/attribute-filters.ts'
import { useApi } from '#web/platform/api/api-context.ts'
import { CloseIcon } from '#web/platform/ui/icons.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { changeFilters, type Filters, productsPath } from './filters.ts'
import { attributeFiltersQuery } from './queries.ts'

/** The attributes that narrow the list; a tap on one drops it. */
export function AttributeChips({ filters }: { filters: Filters }) {
  const { data } = useQuery({
    ...attributeFiltersQuery(useApi(), filters),
    enabled: filters.category !== undefined,
  })
  const wanted = Object.entries(readAttributeFilters(filters.attributes))
  if (wanted.length === 0 || filters.category === undefined) return null
  return (
    <ul aria-label="Chosen details" className="mb-3 flex flex-wrap gap-2">
      {wanted.map(([name, value]) => {
        const words = attributeFilterInWords(name, value, data?.find((known) => known.name === name)?.label)
        const attributes = changeAttributeFilter(filters.attributes, name, undefined)
        return (
          <li key={name}>
            <Link
              to={productsPath(changeFilters(filters, { attributes }))}
              state={{ preservesScroll: true }}
              aria-label={`Remove ${words}`}
              className="chip"
            >
              {words}
              <CloseIcon className="ml-1 size-4" />
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

import type { ReactNode } from 'react'
import { attributeNameInWords } from '#contract/catalog/attribute-filter-words.ts'
import { changeAttributeFilter } from '#contract/catalog/attribute-filters.ts'
import { type FilterName, parametersOf, searchParameters } from '#contract/search/search-filters.ts'
import type { SearchReply } from '#contract/search/search.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { changeFilters, type Filters, productsPath } from '#web/search/filters.ts'
import { countText } from '#web/search/texts.ts'

function toSuggestion(filters: Filters, drop: FilterName, attribute: string | undefined) {
  if (attribute !== undefined) {
    const attributes = changeAttributeFilter(filters.attributes, attribute, undefined)
    return {
      path: productsPath(changeFilters(filters, { attributes })),
      text: `Any ${attributeNameInWords(attribute).toLowerCase()}`,
    }
  }
  const names = parametersOf(drop)
  const without = changeFilters(filters, Object.fromEntries(names.map((name) => [name, undefined])))
  return {
    path: productsPath(without),
    text: searchParameters.find(([name]) => name === names[0])?.[1].withoutText,
  }
}

export interface NoResultsProps {
  filters: Filters
  suggestions: SearchReply['filterSuggestions']
  children?: ReactNode
}

/** Shown when nothing matched: wider searches, each with its number of results. */
export function NoResults({ filters, suggestions, children }: NoResultsProps) {
  return (
    <EmptyState title="No products match">
      <p>{suggestions.length > 0 ? 'Try a wider search:' : 'Try fewer words, or browse all products.'}</p>
      <ul className="flex flex-wrap justify-center gap-2">
        {suggestions.map(({ drop, attribute, count }) => {
          const { path, text } = toSuggestion(filters, drop, attribute)
          return (
            <li key={`${drop} ${attribute}`}>
              <Link to={path} className="chip">
                {`${text} (${countText({ count, more: false })})`}
              </Link>
            </li>
          )
        })}
        <li>
          <Link to="/products" className="chip">
            Browse all products
          </Link>
        </li>
      </ul>
      {children}
    </EmptyState>
  )
}

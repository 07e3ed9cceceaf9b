import type { ReactNode } from 'react'
import { attributeNameInWords } from '#contract/catalog/attribute-filter-words.ts'
import { changeAttributeFilter } from '#contract/catalog/attribute-filters.ts'
import { type FilterName, parametersOf } from '#contract/search/search-filters.ts'
import { WITHOUT_FILTER } from '#contract/search/without-filter.ts'
import type { SearchReply } from '#contract/search/search.ts'
import { useArea } from '#web/area/chosen-area.ts'
import { Distances } from '#web/area/Distances.tsx'
import { useSearchParams } from '#web/platform/router/use-router.ts'
import { EmptyState } from '#web/platform/ui/EmptyState.tsx'
import { Link } from '#web/platform/ui/Link.tsx'
import { changeFilters, type Filters, parseFilters, productsPath } from '#web/search/filters.ts'
import { countText } from '#web/search/texts.ts'

function toSuggestion(filters: Filters, drop: FilterName, attribute: string | undefined) {
  if (attribute !== undefined) {
    const attributes = changeAttributeFilter(filters.attributes, attribute, [])
    return {
      path: productsPath(changeFilters(filters, { attributes })),
      text: `Any ${attributeNameInWords(attribute).toLowerCase()}`,
    }
  }
  const names = parametersOf(drop)
  const without = changeFilters(filters, Object.fromEntries(names.map((name) => [name, undefined])))
  return {
    path: productsPath(without),
    text: WITHOUT_FILTER[drop],
  }
}

interface NoResultsProps {
  filters: Filters
  suggestions: SearchReply['filterSuggestions']
  children?: ReactNode
}

/** Shown when nothing matched: wider searches, each with its number of results. */
function NoResults({ filters, suggestions, children }: NoResultsProps) {
  return (
    <EmptyState drawing="calabash" title="No products match">
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

const listed = (texts: string[]) => <strong>{texts.join(', ')}</strong>

export interface UnusualResultsProps {
  /** An earlier version's stored replies lack `leftOut` and `beyond`. */
  reply: Pick<SearchReply, 'items' | 'similar' | 'filterSuggestions'> & Partial<SearchReply>
  /** Shown if nothing matched. */
  children: ReactNode
}

/** Cards show their distance from the town of the list, unless they show that from the person's own. */
function Beyond({ near, within }: Pick<Filters, 'within'> & { near: string }) {
  const own = useArea()
  return (
    <>
      <p>
        None within {within} km of {near}. These are the nearest.
      </p>
      {!own && <Distances from={near} />}
    </>
  )
}

/** Says how a list differs from what was asked for, or that there is none. */
export function UnusualResults({ reply, children }: UnusualResultsProps) {
  const [address] = useSearchParams()
  const filters = parseFilters(address)
  const { search = '', near, within } = filters
  const { items, similar, leftOut = [], beyond, filterSuggestions } = reply
  if (items.length === 0)
    return (
      <NoResults filters={filters} suggestions={filterSuggestions}>
        {children}
      </NoResults>
    )
  return (
    <div className="mb-3 text-sm">
      {similar && <p>No listing is called exactly {listed([search])}. These are similar.</p>}
      {leftOut.length > 0 && <p>No listing also has {listed(leftOut)}. These are similar.</p>}
      {beyond && near && <Beyond near={near} within={within} />}
    </div>
  )
}

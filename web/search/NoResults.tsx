import type { WayOutFilter } from '#contract/choices.ts'
import type { SearchReply } from '#contract/search.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Link } from '#web/ui/Link.tsx'
import { changeFilters, type Filters, productsPath } from './filters.ts'
import { SaveSearch } from './SaveSearch.tsx'
import { countText, WAY_OUT_TEXTS } from './texts.ts'

function without(filters: Filters, drop: WayOutFilter): Filters {
  if (drop === 'price') return changeFilters(filters, { min: undefined, max: undefined })
  return changeFilters(filters, { [drop]: undefined })
}

/** Nothing matched: the nearest ways out, each with what it would find. */
export function NoResults({ filters, waysOut }: { filters: Filters; waysOut: SearchReply['waysOut'] }) {
  return (
    <EmptyState title="No products match">
      <p>{waysOut.length > 0 ? 'Try a wider search:' : 'Try fewer words, or look at everything.'}</p>
      <ul className="flex flex-wrap justify-center gap-2">
        {waysOut.map(({ drop, count }) => (
          <li key={drop}>
            <Link to={productsPath(without(filters, drop))} className="chip">
              {`${WAY_OUT_TEXTS[drop]} (${countText({ count, more: false })})`}
            </Link>
          </li>
        ))}
        <li>
          <Link to="/products" className="chip">
            Browse all products
          </Link>
        </li>
      </ul>
      <SaveSearch filters={filters} text="Tell me when there is one" />
    </EmptyState>
  )
}

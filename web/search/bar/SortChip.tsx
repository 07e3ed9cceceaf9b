import { defaultSort, SEARCH_PARAMETERS } from '#contract/search/search-filters.ts'
import { useHydrated } from '#web/platform/browser/use-hydrated.ts'
import type { Filters } from '#web/search/filters.ts'

const { values, texts } = SEARCH_PARAMETERS.sort

interface SortChipProps {
  filters: Filters
  onChange: (change: Partial<Filters>) => void
}

/** The order of the list on a phone, where the filters are in a sheet. */
export function SortChip({ filters, onChange }: SortChipProps) {
  const isHydrated = useHydrated()
  const current = filters.sort ?? defaultSort(filters)
  return (
    <select
      aria-label="Sort"
      className="chip sort-chip md:hidden noscript:hidden"
      value={current}
      onChange={({ target }) => onChange({ sort: target.value as Filters['sort'] })}
    >
      {/* The HTML has the others in the filters beside the list. */}
      {(isHydrated ? values : [current]).map((sort) => (
        <option key={sort} value={sort}>
          {texts[sort]}
        </option>
      ))}
    </select>
  )
}

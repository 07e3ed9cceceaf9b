import { defaultSort, SEARCH_PARAMETERS } from '#contract/search/search-filters.ts'
import type { Filters } from '#web/search/filters.ts'

const { values, texts } = SEARCH_PARAMETERS.sort

interface SortChipProps {
  filters: Filters
  onChange: (change: Partial<Filters>) => void
}

/** The order of the list on a phone, where the filters are in a sheet. */
export const SortChip = ({ filters, onChange }: SortChipProps) => (
  <select
    aria-label="Sort"
    className="chip sort-chip md:hidden noscript:hidden"
    value={filters.sort ?? defaultSort(filters)}
    onChange={({ target }) => onChange({ sort: target.value as Filters['sort'] })}
  >
    {values.map((sort) => (
      <option key={sort} value={sort}>
        {texts[sort]}
      </option>
    ))}
  </select>
)

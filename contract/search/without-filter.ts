import { productAmounts } from '#contract/selling/amounts.ts'
import { filteredChoices } from '#contract/selling/choices.ts'
import type { FilterName } from './search-filters.ts'

/** Words for a list without one of its filters. */
export const WITHOUT_FILTER: Readonly<Record<FilterName, string>> = {
  search: 'Without the search words',
  category: 'In all categories',
  attributes: 'With any details',
  location: 'Anywhere',
  region: 'In all regions',
  date: 'Listed any time',
  within: 'At any distance',
  ...(Object.fromEntries(
    [...productAmounts, ...filteredChoices].map(({ column, filter }) => [column, filter.withoutText]),
  ) as Record<(typeof productAmounts | typeof filteredChoices)[number]['column'], string>),
}

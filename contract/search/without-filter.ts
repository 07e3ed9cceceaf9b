import type { FilterName } from './search-filters.ts'

/** Words for a list without one of its filters. */
export const WITHOUT_FILTER: Readonly<Record<FilterName, string>> = {
  search: 'Without the search words',
  category: 'In all categories',
  attributes: 'With any details',
  location: 'Anywhere',
  region: 'In all regions',
  price: 'At any price',
  date: 'Listed any time',
  condition: 'Any condition',
  price_type: 'Negotiable or fixed price',
  within: 'At any distance',
}

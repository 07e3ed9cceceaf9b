import { DATES, PRICE_TYPES, SORTS } from '#contract/choices.ts'
import { LOCATION_MAX, SEARCH_MAX } from '#contract/limits.ts'
import { REGIONS } from '#contract/regions.ts'

const oneOf =
  <const Value extends string>(values: readonly Value[]) =>
  (text: string): Value | undefined =>
    values.find((value) => value === text)

const words = (maximum: number) => (text: string) => text.trim().slice(0, maximum) || undefined
const matching = (pattern: RegExp) => (text: string) => (pattern.test(text) ? text : undefined)
const price = matching(/^\d{1,6}(\.\d{1,2})?$/)

/** How each parameter of the page's address is read; order here is the order in a shared address. */
const READERS = {
  search: words(SEARCH_MAX),
  category: matching(/^[a-z0-9-]{1,40}$/),
  location: words(LOCATION_MAX),
  region: oneOf(REGIONS),
  min: price,
  max: price,
  sort: oneOf(SORTS),
  date: oneOf(DATES),
  price_type: oneOf(PRICE_TYPES),
  near: (text: string) => oneOf(REGIONS)(text) ?? matching(/^-?\d{1,2}(\.\d)?,-?\d{1,3}(\.\d)?$/)(text),
  cursor: matching(/^[\w.~-]{1,300}$/),
}

/** The filters of the products page, as they stand in its address. */
export type Filters = { [Name in keyof typeof READERS]?: NonNullable<ReturnType<(typeof READERS)[Name]>> }
export type FilterName = keyof Filters

const NAMES = Object.keys(READERS) as FilterName[]

/** Reads the filters of an address. What is unknown or makes no sense is left out. */
export function parseFilters(search: URLSearchParams): Filters {
  const filters: Record<string, string> = {}
  for (const name of NAMES) {
    const text = search.get(name)
    const value = text === null ? undefined : READERS[name](text)
    if (value !== undefined) filters[name] = value
  }
  return filters
}

/** '?search=…&category=…', or '' without filters: equal filters give equal text. */
export function filtersToSearch(filters: Filters): string {
  const search = new URLSearchParams()
  for (const name of NAMES) {
    const value = filters[name]
    if (value !== undefined) search.set(name, value)
  }
  return search.size > 0 ? `?${search}` : ''
}

export const productsPath = (filters: Filters = {}) => `/products${filtersToSearch(filters)}`

/** The filters after a change: always from the first page on. */
export const changeFilters = (filters: Filters, change: Partial<Filters>): Filters => ({
  ...filters,
  ...change,
  cursor: undefined,
})

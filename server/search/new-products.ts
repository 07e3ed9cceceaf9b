import { readChosen } from '#contract/search/chosen-values.ts'
import { columnParameters } from '#contract/search/search-filters.ts'
import type { PublishedProduct } from '#server/platform/http/pages/public-changes.ts'
import type { Filters, LocationMatch, WordGroup } from '#server/search/filters/filters.ts'
import { termGroups } from '#server/search/words/terms.ts'

const AREA = /'(\/\d+)'/g
const LOCATION_WORD = /'([^/'][^']*)'/g

const found = (pattern: RegExp, query: string) => [...query.matchAll(pattern)].map(([, text = '']) => text)

/**
 * Checks the query's words as beginnings of the product's words. This matches more than the query, in which
 * only the last word is a beginning.
 */
function canBeLocatedIn({ query }: LocationMatch, terms: string[]): boolean {
  if (found(AREA, query).some((area) => terms.includes(area))) return true
  const words = found(LOCATION_WORD, query)
  return words.length > 0 && words.every((word) => terms.some((term) => term.startsWith(word)))
}

const FITS = {
  'one-of': (value, wanted) => readChosen(String(wanted)).includes(String(value)),
  from: (value, wanted) => value !== null && Number(value) >= Number(wanted),
  to: (value, wanted) => value !== null && Number(value) <= Number(wanted),
} satisfies Record<string, (value: unknown, wanted: unknown) => boolean>

/** Processes of another version may not report all columns. */
const canMatchColumns = (filters: Filters, { choices: columns }: PublishedProduct): boolean =>
  columnParameters.every(
    ({ name, column, comparison }) =>
      filters[name] === undefined ||
      columns[column] === undefined ||
      FITS[comparison](columns[column], filters[name]),
  )

const isOneOf = (regions: string[] | undefined, region: string | null): boolean =>
  regions === undefined || (region !== null && regions.includes(region))

const hasAny = (group: WordGroup, words: string[]) => group.some((word) => words.includes(word))

/** Returns whether a product may have more of a search's words than those found: two of them, or the only one. */
export function hasMoreWords({ words = [] }: Filters, product: PublishedProduct): boolean {
  const ofProduct = words.filter((group) => hasAny(group, product.words))
  return ofProduct.length >= Math.min(2, words.length)
}

/**
 * Returns whether the list of these filters may contain a product that was just published. In doubt it
 * returns true: it ignores some filters, such as the date.
 */
export function canContain(filters: Filters, product: PublishedProduct): boolean {
  const { category, regions, locationMatch } = filters
  return (
    (category === undefined || category === product.category) &&
    isOneOf(regions, product.region) &&
    canMatchColumns(filters, product) &&
    (locationMatch === undefined || canBeLocatedIn(locationMatch, product.locationTerms)) &&
    termGroups(filters).every((group) => hasAny(group, product.words))
  )
}

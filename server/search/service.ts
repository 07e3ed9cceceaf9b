import type { Sort } from '#contract/selling/choices.ts'
import { COUNT_EXACT_MAX, PRODUCTS_PER_PAGE, PRODUCTS_PER_PAGE_MAX } from '#contract/limits.ts'
import type { SearchQuery, SearchReply, Town } from '#contract/search/search.ts'
import type { Context } from '#server/context.ts'
import { toCard } from '#server/products/card.ts'
import { type Cursor, decodeCursor, encodeCursor, isCursorOf } from './cursor.ts'
import type { Origin } from '#server/search/filters/distance.ts'
import type { Lookups } from './lookups.ts'
import { FEW, readPage } from './pages.ts'
import type { FoundRow } from './queries.ts'
import type { Filters } from '#server/search/filters/filters.ts'
import { fingerprintText } from './fingerprint.ts'
import { resolveSort, withoutOneFilter } from './rules.ts'
import { readSuggestions, type Suggestions } from '#server/search/words/suggestions.ts'
import { originNamed, toTowns } from '#server/search/words/towns.ts'
import { wantedTerms, weekOf } from '#server/search/words/terms.ts'

export { findPriceRange } from '#server/search/filters/price-range.ts'
export { rebuildSearch } from './rebuild.ts'
export { SEARCH_VERSION, searchColumns } from './write-document.ts'
export type { Searched } from '#server/search/words/document.ts'

/** The resolved conditions of a search. */
export interface SearchMeaning extends Omit<Filters, 'since'> {
  /** The search's words and attribute terms as a tsquery. */
  wordsQuery: string | undefined
}

type FilterSuggestions = SearchReply['filterSuggestions']

type Deps = Pick<Context, 'reads' | 'longReads' | 'now' | 'searchCaches'>

/** Throws invalid-input unless the cursor belongs to this list. */
export async function searchProducts(
  { reads, longReads, now, searchCaches: { lookups, readFirstPage } }: Deps,
  query: SearchQuery,
  few = FEW,
): Promise<SearchReply> {
  const list = await openList(lookups, query)
  const { filters, sort, origin, matches, similar, leftOut, beyond, name, cursor } = list
  if (matches === 0) return emptyReply(await suggestFilters(lookups, query))
  const limit = query.limit ?? PRODUCTS_PER_PAGE
  const page = { filters, position: cursor?.position, limit: rowsToRead(limit) }
  const market = { matches, oldestWeek: await lookups.oldestWeek(), now: now(), few }
  const rows = await readPage({ reads, longReads, readFirstPage }, sort, page, market, origin)
  const items = rows.slice(0, limit)
  const last = rows.length > limit ? items.at(-1) : undefined
  return {
    items: items.map(toCard),
    nextCursor: last
      ? encodeCursor({ similar: similar || leftOut.length > 0, position: positionOf(last, sort) }, name)
      : null,
    total: { count: Math.min(matches, COUNT_EXACT_MAX), more: matches > COUNT_EXACT_MAX },
    similar,
    leftOut,
    beyond,
    filterSuggestions: [],
  }
}

/**
 * One row more than wanted shows whether there is a next page. Two statements serve all sizes (see PageOf).
 */
const rowsToRead = (limit: number) =>
  (limit <= PRODUCTS_PER_PAGE ? PRODUCTS_PER_PAGE : PRODUCTS_PER_PAGE_MAX) + 1

export { readFilterOptions as listAttributeFilters } from '#server/search/filters/filter-options.ts'

export const listSuggestions = (
  {
    longReads,
    now,
    categoryCache,
    searchCaches: { lookups, suggestions },
  }: Pick<Context, 'longReads' | 'now' | 'searchCaches' | 'categoryCache'>,
  { text }: { text: string },
): Promise<Suggestions> =>
  suggestions.get(text.toLowerCase(), async () =>
    readSuggestions(longReads, text, {
      categories: await categoryCache.get(),
      week: weekOf(now()),
      oldestWeek: await lookups.oldestWeek(),
      lookups,
    }),
  )

export const listTowns = async ({
  searchCaches,
}: Pick<Context, 'searchCaches'>): Promise<{ towns: Town[] }> => ({
  towns: toTowns(await searchCaches.lookups.spots()),
})

/** The filters of a search that is being saved. */
export async function getSearchMeaning(
  { searchCaches }: Pick<Context, 'searchCaches'>,
  query: SearchQuery,
): Promise<SearchMeaning> {
  const { lookups } = searchCaches
  const meaning = query.search === undefined ? undefined : await lookups.meaningForLater(query.search)
  const filters = await lookups.filters(query, meaning)
  return { ...filters, wordsQuery: wantedTerms({ ...filters, townTerms: undefined }) || undefined }
}

/** The whole list that contains the requested page. */
interface List {
  filters: Filters
  sort: Sort
  origin: Origin | undefined
  matches: number
  /** True if the list is of similar words because the typed ones had no matches. */
  similar: boolean
  /** The words that no product has together with the others. */
  leftOut: string[]
  /** True if nothing is within the radius and this is the list of the nearest beyond it. */
  beyond: boolean
  name: string
  cursor: Cursor | undefined
}

/** The list of what has all of the words exactly. */
async function openExactList(lookups: Lookups, query: SearchQuery): Promise<List> {
  const filters = await lookups.filters(query)
  const origin = query.sort === 'distance' ? await findOrigin(lookups, query) : undefined
  const sort = resolveSort(query, filters.words, origin !== undefined)
  const name = fingerprintText(query, sort)
  const cursor = query.cursor === undefined ? undefined : decodeCursor(query.cursor, name, sort)
  const matches = cursor?.similar ? 0 : await lookups.count(filters, query)
  return { filters, sort, origin, name, cursor, matches, similar: false, leftOut: [], beyond: false }
}

/** Opens the list of what resembles the words or has most of them, if nothing has all. */
async function widenWords(lookups: Lookups, query: SearchQuery, list: List): Promise<List> {
  if (list.matches > 0 || query.search === undefined) return list
  const meant = await lookups.similarWords(query.search)
  if (meant) {
    const filters = await lookups.filters(query, meant)
    const matches = await lookups.count(filters, query)
    if (matches > 0) return { ...list, filters, matches, similar: true }
  }
  const most = await lookups.mostWords(query, meant)
  return most ? { ...list, ...most } : list
}

/** Whatever is nearest, however far. */
const withoutRadius = (query: SearchQuery): SearchQuery => ({ ...query, within: undefined, sort: 'distance' })

const openWidened = async (lookups: Lookups, query: SearchQuery): Promise<List> =>
  widenWords(lookups, query, await openExactList(lookups, query))

/** The list of the query, or of what is closest to it: by exact words first, then by place, then by other words. */
async function openList(lookups: Lookups, query: SearchQuery): Promise<List> {
  const { cursor, within } = query
  if (within === undefined) return openWidened(lookups, query)
  const wider = withoutRadius(query)
  // A later page belongs to one list; the first page is of whatever fits best.
  if (cursor !== undefined) {
    const beyond = isCursorOf(cursor, fingerprintText(wider, 'distance'))
    return { ...(await openWidened(lookups, beyond ? wider : query)), beyond }
  }
  const list = await openExactList(lookups, query)
  if (list.matches > 0) return list
  const farther = await openExactList(lookups, wider)
  if (farther.matches > 0) return { ...farther, beyond: true }
  const widened = await widenWords(lookups, query, list)
  if (widened.matches > 0) return widened
  return { ...(await widenWords(lookups, wider, farther)), beyond: true }
}

/** The origin of distances: the named one, otherwise the filtered region, otherwise the location. */
async function findOrigin(lookups: Lookups, query: SearchQuery): Promise<Origin | undefined> {
  const { near, region, location } = query
  const spots = await lookups.spots()
  if (near !== undefined) return originNamed(spots, near)
  const match = await lookups.locationMatch(location)
  const inRegion = region ?? match?.region
  if (inRegion) return originNamed(spots, inRegion)
  const [nearest] = match?.placeIds ?? []
  return spots.find(({ id }) => id === nearest)
}

async function suggestFilters(lookups: Lookups, query: SearchQuery): Promise<FilterSuggestions> {
  const found = await Promise.all(
    withoutOneFilter(query).map(async ({ query: without, ...dropped }) => {
      const count = await lookups.count(await lookups.filters(without), without)
      return { ...dropped, count: Math.min(count, COUNT_EXACT_MAX) }
    }),
  )
  return found.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count)
}

const emptyReply = (filterSuggestions: FilterSuggestions): SearchReply => ({
  items: [],
  nextCursor: null,
  total: { count: 0, more: false },
  similar: false,
  leftOut: [],
  beyond: false,
  filterSuggestions,
})

function positionOf(row: FoundRow, sort: Sort): Cursor['position'] {
  const end = [row.created_at, row.id]
  if (sort === 'price_low' || sort === 'price_high') return [row.price, ...end]
  if (sort === 'relevance') return [row.score ?? 0, ...end]
  if (sort === 'distance') return [row.metres ?? 0, row.place_id ?? 0, ...end]
  return end
}

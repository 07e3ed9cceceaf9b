import { COUNT_EXACT_MAX, PRODUCTS_PER_PAGE } from '#contract/limits.ts'
import type { Sort } from '#contract/choices.ts'
import { REGIONS } from '#contract/regions.ts'
import type { SearchQuery, SearchReply } from '#contract/search.ts'
import type { CatalogService } from '#server/catalog/service.ts'
import type { Database } from '#server/db/connect.ts'
import { toCard } from '#server/products/card.ts'
import { type Cursor, decodeCursor, encodeCursor } from './cursor.ts'
import { type Origin, originAt } from './distance.ts'
import { freshCache } from './fresh-cache.ts'
import { FEW, readPage } from './pages.ts'
import { countProducts, type FoundRow, newestMoment } from './queries.ts'
import { type Filters, filtersOf, fingerprintText, sortOf, type Whereabouts, type WordGroup, withoutOneFilter } from './rules.ts'
import { readSuggestions, type Suggestions } from './suggestions.ts'
import { weekOf } from './terms.ts'
import { readTyped, resembling, type Typed, wordsOf } from './typing.ts'
import { readWhereabouts } from './whereabouts.ts'

export interface SearchService {
  /** Refused with `invalid-input` when the cursor is not one of this list. */
  search(query: SearchQuery): Promise<SearchReply>
  suggest(text: string): Promise<Suggestions>
  /** Forgets counts and suggestions; for writes that must be seen in them at once. */
  forget(): void
}

export interface SearchParts {
  db: Database
  catalog: Pick<CatalogService, 'categories'>
  now?: () => number
  few?: typeof FEW
}

const MINUTE = 60_000

export function searchService({ db, catalog, now = Date.now, few = FEW }: SearchParts): SearchService {
  const typed = freshCache<Typed>({ most: 5000, freshMilliseconds: 60 * MINUTE, now })
  const places = freshCache<Whereabouts>({ most: 1000, freshMilliseconds: 60 * MINUTE, now })
  const counts = freshCache<number>({ most: 5000, freshMilliseconds: MINUTE / 2, staleMilliseconds: 10 * MINUTE, now })
  const suggestions = freshCache<Suggestions>({ most: 2000, freshMilliseconds: MINUTE, now })
  const newestWeeks = freshCache<number>({ most: 1, freshMilliseconds: MINUTE, now })
  const similar = freshCache<WordGroup[] | null>({ most: 1000, freshMilliseconds: 10 * MINUTE, now })

  const readWords = async (text: string) => typed.get(text, () => readTyped(db, text))

  const newestWeek = () =>
    newestWeeks.get('', async () => weekOf(Date.parse((await newestMoment(db)) ?? '') || now()))

  const count = (filters: Filters, query: SearchQuery) => {
    if (filters.words?.length === 0 || filters.regions?.length === 0) return Promise.resolve(0)
    const key = JSON.stringify([{ ...filters, since: query.date }])
    return counts.get(key, () => countProducts(db, filters, COUNT_EXACT_MAX + 1))
  }

  async function resolve(query: SearchQuery, words?: WordGroup[]): Promise<Filters> {
    const { search, location } = query
    const asTyped = search === undefined ? undefined : wordsOf(await readWords(search))
    const whereabouts =
      location === undefined ? undefined : await places.get(location, () => readWhereabouts(db, location))
    return filtersOf(query, { words: words ?? asTyped, whereabouts, now: now() })
  }

  const similarWords = (text: string) =>
    similar.get(text, async () => (await resembling(db, await readWords(text))) ?? null)

  async function originOf({ near, region }: SearchQuery, whereabouts?: Whereabouts): Promise<Origin | undefined> {
    const named = REGIONS.find((name) => name === near)
    if (near !== undefined && !named) {
      const [latitude = 0, longitude = 0] = near.split(',').map(Number)
      return { latitude, longitude }
    }
    return originAt(db, { region: named ?? region ?? whereabouts?.region, placeId: whereabouts?.placeIds[0] })
  }

  async function waysOut(query: SearchQuery): Promise<SearchReply['waysOut']> {
    const found = await Promise.all(
      withoutOneFilter(query).map(async ({ drop, query: without }) => ({
        drop,
        count: Math.min(await count(await resolve(without), without), COUNT_EXACT_MAX),
      })),
    )
    return found.filter((way) => way.count > 0).toSorted((a, b) => b.count - a.count)
  }

  interface List {
    filters: Filters
    sort: Sort
    origin: Origin | undefined
    matches: number
    similar: boolean
    name: string
    cursor: Cursor | undefined
  }

  /** The whole list that a query asks for a page of. */
  async function listFor(query: SearchQuery): Promise<List> {
    let filters = await resolve(query)
    const whereabouts =
      query.location === undefined ? undefined : await places.get(query.location, () => readWhereabouts(db, query.location ?? ''))
    const origin = query.sort === 'distance' ? await originOf(query, whereabouts) : undefined
    const sort = sortOf(query, filters.words, origin !== undefined)
    const name = fingerprintText(query, sort)
    const cursor = query.cursor === undefined ? undefined : decodeCursor(query.cursor, name, sort)
    let matches = cursor?.similar ? 0 : await count(filters, query)
    const other = matches === 0 && query.search !== undefined ? await similarWords(query.search) : null
    if (other) {
      filters = await resolve(query, other)
      matches = await count(filters, query)
    }
    return { filters, sort, origin, matches, similar: other !== null && matches > 0, name, cursor }
  }

  async function search(query: SearchQuery): Promise<SearchReply> {
    const { filters, sort, origin, matches, similar: isSimilar, name, cursor } = await listFor(query)
    if (matches === 0) {
      return { items: [], nextCursor: null, total: { count: 0, more: false }, similar: false, waysOut: await waysOut(query) }
    }
    const limit = query.limit ?? PRODUCTS_PER_PAGE
    const page = { filters, place: cursor?.place, limit: limit + 1 }
    const market = { matches, newestWeek: await newestWeek(), now: now(), few }
    const rows = await readPage(db, sort, page, market, origin)
    const items = rows.slice(0, limit)
    const last = rows.length > limit ? items.at(-1) : undefined
    return {
      items: items.map(toCard),
      nextCursor: last ? encodeCursor({ similar: isSimilar, place: placeOf(last, sort) }, name) : null,
      total: { count: Math.min(matches, COUNT_EXACT_MAX), more: matches > COUNT_EXACT_MAX },
      similar: isSimilar,
      waysOut: [],
    }
  }

  async function suggest(text: string): Promise<Suggestions> {
    const to = weekOf(now()) + 1
    const from = Math.min(await newestWeek(), to) - 1
    return suggestions.get(text.toLowerCase(), async () =>
      readSuggestions(db, text, { categories: await catalog.categories(), weeks: { from, to } }),
    )
  }

  return {
    search,
    suggest,
    forget() {
      for (const cache of [counts, suggestions, newestWeeks, similar]) cache.clear()
    },
  }
}

function placeOf(row: FoundRow, sort: Sort): Cursor['place'] {
  const end = [row.created_at, row.id]
  if (sort === 'price_low' || sort === 'price_high') return [row.price, ...end]
  if (sort === 'relevance') return [row.score ?? 0, ...end]
  if (sort === 'distance') return [row.metres ?? 0, row.place_id ?? 0, ...end]
  return end
}

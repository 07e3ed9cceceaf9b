import { COUNT_EXACT_MAX } from '#contract/limits.ts'
import type { SearchQuery } from '#contract/search.ts'
import type { Database } from '#server/db/connect.ts'
import { freshCache } from './fresh-cache.ts'
import { countProducts, oldestMoment } from './queries.ts'
import { type Filters, filtersOf, type Whereabouts, type WordGroup } from './rules.ts'
import { weekOf } from './terms.ts'
import { readTyped, resembling, type TypedWord, wordsOf } from './typing.ts'
import { readWhereabouts } from './whereabouts.ts'

const MINUTE = 60_000
const LARGE_COUNT = 1000

/** What searches ask again and again, kept for a while: the rows themselves never are. */
export interface Lookups {
  /** The query's filters; `words` stand in for those typed. */
  filters(query: SearchQuery, words?: WordGroup[]): Promise<Filters>
  whereabouts(location: string | undefined): Promise<Whereabouts | undefined>
  similarWords(text: string): Promise<WordGroup[] | undefined>
  /** Exact up to COUNT_EXACT_MAX, else one more than that. Half a minute to ten minutes old at most, by its size. */
  count(filters: Filters, query: SearchQuery): Promise<number>
  /** Of the products on sale. */
  oldestWeek(): Promise<number>
  forget(): void
}

/** What takes longer to count is counted less often; that there are more than we count seldom ceases to be true. */
const countIsFreshFor = (count: number) =>
  count > COUNT_EXACT_MAX ? 10 * MINUTE : count > LARGE_COUNT ? 2 * MINUTE : MINUTE / 2

export function createLookups(db: Database, now: () => number): Lookups {
  const typed = freshCache<TypedWord[]>({ most: 5000, freshMilliseconds: 60 * MINUTE, now })
  const places = freshCache<Whereabouts>({ most: 1000, freshMilliseconds: 60 * MINUTE, now })
  const similar = freshCache<WordGroup[] | undefined>({ most: 1000, freshMilliseconds: 10 * MINUTE, now })
  const counts = freshCache<number>({
    most: 10_000,
    freshMilliseconds: countIsFreshFor,
    staleMilliseconds: 10 * MINUTE,
    now,
  })
  const oldestWeeks = freshCache<number>({ most: 1, freshMilliseconds: MINUTE, now })

  const words = (text: string) => typed.get(text, () => readTyped(db, text))
  const whereabouts = async (location: string | undefined) =>
    location === undefined ? undefined : places.get(location, () => readWhereabouts(db, location))

  return {
    whereabouts,
    async filters(query, instead) {
      const asTyped = query.search === undefined ? undefined : wordsOf(await words(query.search))
      const where = await whereabouts(query.location)
      return filtersOf(query, { words: instead ?? asTyped, whereabouts: where, now: now() })
    },
    similarWords: (text) => similar.get(text, async () => resembling(db, await words(text))),
    async count(filters, query) {
      if (filters.words?.length === 0 || filters.regions?.length === 0) return 0
      const key = JSON.stringify([{ ...filters, since: query.date }])
      return counts.get(key, () => countProducts(db, filters, COUNT_EXACT_MAX + 1))
    },
    oldestWeek: () =>
      oldestWeeks.get('', async () => weekOf(Date.parse((await oldestMoment(db)) ?? '') || now())),
    forget() {
      for (const cache of [counts, oldestWeeks, similar]) cache.clear()
    },
  }
}

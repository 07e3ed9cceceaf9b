import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import type { Filters, WordGroup } from '#server/search/filters/filters.ts'
import { termGroups } from './terms.ts'

/** Estimated number of products for each of the most frequent words, from PostgreSQL's statistics. */
export type FrequentWords = ReadonlyMap<string, number>

export async function readFrequentWords(db: Database): Promise<FrequentWords> {
  const { rows } = await sql<{ word: string; products: number }>`
    select words.word, share * (select reltuples from pg_class where oid = 'products'::regclass) as products
    from pg_stats stats
    cross join lateral unnest(stats.most_common_elems::text::text[], stats.most_common_elem_freqs) as words (word, share)
    where stats.schemaname = current_schema() and stats.tablename = 'products' and stats.attname = 'search'
      and words.word is not null`.execute(db)
  return new Map(rows.map(({ word, products }) => [word, products]))
}

/**
 * Number of products, fifty pages, from which on a word is looked for together with a price, a date or towns, and counted
 * week by week: PostgreSQL reads a word's single list to its end even to count few products. Its statistics know only words
 * that a few thousandths of the products have.
 */
export const FREQUENT = 1_250

/** Returns whether a group of words has many products, or several times as many. */
export type IsFrequent = (group: WordGroup, times?: number) => boolean

export const isFrequentAmong =
  (known: FrequentWords, frequent: number): IsFrequent =>
  (group, times = 1) =>
    group.reduce((sum, word) => sum + (known.get(word) ?? 0), 0) >= times * frequent

/** Returns whether the search is for one frequent word, in no typed location: those are not in the lists of the weeks. */
export const isForFrequentWord = (filters: Filters): boolean =>
  filters.areFrequent === true &&
  !filters.choices &&
  !filters.locationMatch &&
  termGroups({ ...filters, townTerms: undefined }).length === 1

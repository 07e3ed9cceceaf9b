import { sql } from 'kysely'
import { COUNT_EXACT_MAX, SUGGESTIONS } from '#contract/limits.ts'
import type { Found, SuggestedCategory } from '#contract/search/search.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { terms } from '#server/search/filters/conditions.ts'
import { isOnSale } from '#server/products/visibility.ts'
import type { WordGroup } from '#server/search/filters/filters.ts'
import type { Lookups } from '#server/search/lookups.ts'
import { readPopularSearches } from './popular-searches.ts'
import { titleTerms } from './terms.ts'
import { wordsIn } from './plain-text.ts'
import { completions } from './typing.ts'

const COMPLETIONS = 6
/** Each one costs a count of the current market. */
const POPULAR_SEARCHES = 4
/** Words that occur only in one seller's titles would be an advertisement. */
const SELLERS_MIN = 3
/** Number of titles read; the most frequent ones are suggested. */
const TITLES_READ = 100

interface TitleRow {
  title: string
  category_id: string | null
  seller_id: string
}

/** Titles of the newest products, week by week. */
async function selectTitles(
  db: Database,
  words: WordGroup[],
  { week, oldestWeek }: Market,
): Promise<TitleRow[]> {
  const { rows } = await sql<TitleRow>`
    select f.title, f.category_id, f.seller_id
    from (select step from steps_between(${oldestWeek}::int, ${week + 1}::int) as step order by step desc) s
    cross join lateral (
      with found as materialized (
        select p.title, p.category_id, p.seller_id from products p
        where ${isOnSale} and ${terms} @@ at_step(${titleTerms(words)}, s.step)
      )
      select * from found
    ) f
    limit ${sql.lit(TITLES_READ)}`.execute(db)
  return rows
}

/** Values by frequency, most frequent first; values with the same `key` are the same. */
function byFrequency<T>(values: T[], key: (value: T) => string): T[] {
  const counts = new Map<string, { value: T; count: number }>()
  for (const value of values) {
    const counted = counts.get(key(value))
    if (counted) counted.count += 1
    else counts.set(key(value), { value, count: 1 })
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count).map(({ value }) => value)
}

interface KnownCategory extends SuggestedCategory {
  otherWords: string
}

/** Finds categories by the words of their names, and by the other words that administrators add. */
const findNamedCategories = (categories: KnownCategory[], typed: string[]) =>
  categories.filter(({ name, otherWords }) => {
    const words = `${name} ${otherWords}`.toLowerCase().split(/[^\p{L}\p{M}\p{N}]+/u)
    return typed.every((one) => words.some((word) => word.startsWith(one)))
  })

interface Market {
  categories: KnownCategory[]
  /** The current week; `oldestWeek` is that of the oldest product on sale. */
  week: number
  oldestWeek: number
  lookups: Pick<Lookups, 'filters' | 'count' | 'meaning' | 'similarWords'>
}

export interface Suggestions {
  searches: { text: string; category: string | null; products: Found }[]
  titles: { text: string; category: string | null }[]
  categories: SuggestedCategory[]
}

const mostFrequentCategory = (found: TitleRow[], { categories }: Market) => {
  const [id] = byFrequency(
    found.flatMap((row) => row.category_id ?? []),
    String,
  )
  return categories.find((one) => one.id === id)?.name ?? null
}

/** Other people's searches with this beginning that find things of several sellers, most frequent first. */
async function popularSearches(db: Database, beginning: string, market: Market) {
  const popular = await readPopularSearches(db, beginning, POPULAR_SEARCHES)
  const described = popular.map(async (words) => {
    const filters = await market.lookups.filters({ search: words })
    const count = await market.lookups.count(filters, { search: words })
    if (count < SELLERS_MIN) return []
    const found = await selectTitles(db, filters.words ?? [], market)
    if (new Set(found.map((row) => row.seller_id)).size < SELLERS_MIN) return []
    const products = { count: Math.min(count, COUNT_EXACT_MAX), more: count > COUNT_EXACT_MAX }
    return [{ text: words, category: mostFrequentCategory(found, market), products }]
  })
  return (await Promise.all(described)).flat()
}

/** Titles with everything that a text asks for, then those in which its last word may be unfinished or misspelt. */
async function readTitles(db: Database, typed: string[], market: Market): Promise<TitleRow[]> {
  const { lookups } = market
  const whole = (await lookups.meaning(typed.join(' '))).words
  const found = whole.length > 0 ? await selectTitles(db, whole, market) : []
  const likely = await completions(db, typed.at(-1) ?? '', COMPLETIONS)
  if (found.length === TITLES_READ || likely.length === 0) return found
  const finished = typed.slice(0, -1).join(' ')
  const completed = await selectTitles(db, [...(await lookups.meaning(finished)).words, likely], market)
  if (found.length > 0 || completed.length > 0) return [...found, ...completed]
  const meant = await lookups.similarWords(finished)
  return meant ? selectTitles(db, [...meant.words, likely], market) : []
}

/**
 * Other people's searches, titles of products on sale that contain the typed words (the last one may be
 * incomplete or misspelt), and the categories of that name or of those titles.
 */
export async function readSuggestions(db: Database, text: string, market: Market): Promise<Suggestions> {
  const typed = wordsIn(text)
  if (typed.length === 0) return { searches: [], titles: [], categories: [] }
  const searches = await popularSearches(db, typed.join(' '), market)
  const found = await readTitles(db, typed, market)
  const nameOf = (id: string | null) => market.categories.find((one) => one.id === id)?.name ?? null
  const titles = byFrequency(found, ({ title }) => title.toLowerCase())
    .filter(({ title }) => searches.every((one) => one.text !== title.toLowerCase()))
    .map(({ title, category_id: id }) => ({ text: title, category: nameOf(id) }))
  const holding = byFrequency(
    found.flatMap((row) => row.category_id ?? []),
    String,
  ).slice(0, 2)
  const alike = new Set([
    ...findNamedCategories(market.categories, typed),
    ...market.categories.filter(({ id }) => holding.includes(id)),
  ])
  const rest = SUGGESTIONS - searches.length
  const categories = [...alike].slice(0, rest).map(({ otherWords: _, ...category }) => category)
  return { searches, titles: titles.slice(0, rest), categories }
}

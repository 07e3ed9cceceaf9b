import { sql } from 'kysely'
import { attributesOf } from '#contract/catalog/attribute-rules.ts'
import { writeAttributeFilters } from '#contract/catalog/attribute-filters.ts'
import { attributesInTitle } from '#contract/catalog/attributes-in-title.ts'
import { SEARCH_MAX } from '#contract/limits.ts'
import type { PriceRange } from '#contract/search/search.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { isOnSale } from '#server/products/visibility.ts'
import { attributeConditions } from './attribute-filters.ts'
import type { Sql } from './conditions.ts'
import type { WordGroup } from './filters.ts'
import { roundedRange } from './rounded-range.ts'
import { plainTerms } from '#server/search/words/terms.ts'

/** Enough for somebody who tries many titles, and far too few to copy the market's prices. */
const RANGES_PER_HOUR = { attempts: 120, seconds: 60 * 60 }
/** Fewer products do not indicate a price. */
const PRICES_MIN = 5
/** Limit on products read that have the words anywhere: enough for the quartiles of common things. */
const ROWS_READ_MAX = 600
/** A number with more possible values, such as a mileage, is rarely the same twice. */
const NUMBER_VALUES_MAX = 100
/** One word ('phone') is not enough for likeness. */
const TITLE_WORDS_MIN = 2
/** Attributes that identify the thing; the others describe its state. */
const IDENTIFYING = ['make', 'brand', 'model', 'kind']
const DECISIVE = ['model', 'kind']

interface Thing {
  category: string
  title: string
  sellerId: string
}

const isSold = sql<boolean>`p.status = 'sold' and p.status_changed_at > now() - interval '1 year'`

/** The middle half of the prices of other people's similar things. */
async function readQuartiles(db: Database, { category, sellerId }: Thing, like: Likeness, status: Sql) {
  const { rows } = await sql<{ count: number; quartiles: [string, string] | null }>`
    with found as materialized (
      select p.price, p.search from products p
      where ${status} and p.category_id = ${category} and p.search @@ ${like.anywhere}::tsquery
        and p.seller_id <> ${sellerId} and p.price > 0
      limit ${sql.lit(ROWS_READ_MAX)}
    )
    select count(*)::int as count, percentile_disc(array[0.25, 0.75]) within group (order by price)::text[] as quartiles
    from found where search @@ ${like.exactly}::tsquery`.execute(db)
  const [found] = rows
  return found?.quartiles && found.count >= PRICES_MIN ? found.quartiles.map(Number) : undefined
}

/** The title's values of some of the category's attributes, as index terms. */
function attributeTerms({ category, title }: Thing, names: readonly string[]): WordGroup[] {
  const found = Object.entries(attributesInTitle(category, title)).filter(([name]) => names.includes(name))
  const attributes = writeAttributeFilters(Object.fromEntries(found.map(([name, value]) => [name, [value]])))
  return attributeConditions({ category, attributes }).attributeTerms ?? []
}

/** The words to find in the index, and the condition for likeness. */
interface Likeness {
  anywhere: string
  exactly: string
}

const likenessOf = (words: WordGroup[], weight?: string): Likeness => ({
  anywhere: plainTerms(words),
  exactly: plainTerms(words, weight),
})

/**
 * Criteria for likeness, strictest first: all words of the title, all that it means, and only the thing's
 * identity.
 */
function likenesses(thing: Thing, words: WordGroup[]): Likeness[] {
  const attributes = attributesOf(thing.category).filter(
    ([, attribute]) => attribute.kind !== 'number' || attribute.max - attribute.min <= NUMBER_VALUES_MAX,
  )
  const all = attributeTerms(
    thing,
    attributes.map(([name]) => name),
  )
  const isDecided = attributeTerms(thing, DECISIVE).length > 0
  const identifying = isDecided ? attributeTerms(thing, IDENTIFYING) : []
  return [
    ...(words.length >= TITLE_WORDS_MIN ? [likenessOf(words, 'A')] : []),
    ...(all.length >= TITLE_WORDS_MIN || isDecided ? [likenessOf(all)] : []),
    ...(isDecided && identifying.length < all.length ? [likenessOf(identifying)] : []),
  ]
}

/**
 * The middle half of the prices at which similar things were sold lately, or else are offered; null if too few
 * are known.
 */
export async function findPriceRange(
  { longReads, searchCaches }: Pick<Context, 'longReads' | 'searchCaches'>,
  thing: Thing,
): Promise<PriceRange | null> {
  const { words = [] } = await searchCaches.lookups.filters({ search: thing.title.slice(0, SEARCH_MAX) })
  const typed = words.map((alternatives) => alternatives.slice(0, 1))
  for (const likeness of likenesses(thing, typed)) {
    for (const [of, status] of [
      ['sold', isSold],
      ['offered', isOnSale],
    ] as const) {
      const quartiles = await readQuartiles(longReads, thing, likeness, status)
      if (quartiles) return { of, ...roundedRange(quartiles) }
    }
  }
  return null
}

/** Finds the price range for somebody who writes a listing. Throws too-many-requests. */
export async function readPriceRange(
  ctx: Pick<Context, 'longReads' | 'limiter' | 'searchCaches'>,
  thing: Thing,
): Promise<PriceRange | null> {
  await ctx.limiter.take(`price-ranges:${thing.sellerId}`, RANGES_PER_HOUR)
  return findPriceRange(ctx, thing)
}

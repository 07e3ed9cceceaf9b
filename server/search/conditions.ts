import { type RawBuilder, sql } from 'kysely'
import type { Sort } from '#contract/choices.ts'
import type { PlaceIn } from './cursor.ts'
import type { Filters } from './rules.ts'
import { plainTerms } from './terms.ts'

export type Sql = RawBuilder<unknown>

export const all = (conditions: Sql[]): Sql => sql.join(conditions, sql` and `)

/** What "unsold" means everywhere; spelled like the indexes' own condition, or they would not be used. */
export const unsold = sql`p.status in ('available', 'reserved')`

/** By the word index. */
export const hasWords = ({ words }: Filters): Sql[] =>
  words ? [sql`p.search @@ ${plainTerms(words)}::tsquery`] : []

/** Row by row on the way along another index: `is true` keeps the planner from using the word index. */
export const hasWordsOnTheWay = ({ words }: Filters): Sql[] =>
  words ? [sql`(p.search @@ ${plainTerms(words)}::tsquery) is true`] : []

/** The filters but the words. */
export function otherConditions(filters: Filters): Sql[] {
  const { category, regions, whereabouts, min, max, since, priceType } = filters
  const conditions: Sql[] = []
  if (category !== undefined) conditions.push(sql`p.category_id = ${category}`)
  if (regions?.length === 1) conditions.push(sql`p.region = ${regions[0]}`)
  else if (regions) conditions.push(sql`p.region = any(${regions}::text[])`)
  if (whereabouts) {
    const { placeIds, prefix } = whereabouts
    conditions.push(sql`(p.place_id = any(${placeIds}::smallint[])
      or p.folded_location >= ${prefix}::text and p.folded_location < ${`${prefix}\u{10FFFF}`}::text)`)
  }
  // Said in both ways, since the index of the cheapest holds the price negated.
  if (min !== undefined) conditions.push(sql`p.price >= ${min}::numeric and -p.price <= -${min}::numeric`)
  if (max !== undefined) conditions.push(sql`p.price <= ${max}::numeric and -p.price >= -${max}::numeric`)
  if (since) conditions.push(sql`p.created_at >= ${since.toISOString()}::timestamptz`)
  if (priceType !== undefined) conditions.push(sql`p.price_type = ${priceType}`)
  return conditions
}

/** 2 for all words in the title, 1 for all in the description (SPEC 9). */
export const scoreOf = ({ words = [] }: Filters): Sql => sql`(
  case when p.search @@ ${plainTerms(words, 'A')}::tsquery then 2 else 0 end
  + case when p.search @@ ${plainTerms(words, 'D')}::tsquery then 1 else 0 end)`

/** As the index of terms has it. */
export const terms = sql`search_terms(p.search, p.category_id, p.region, p.price, p.created_at)`

/**
 * Each sort as columns that all run in one direction, so that what follows a row is one comparison of rows,
 * which an index answers from that row on. They end with the moment and the id: no two rows are equal, so no
 * page loses or repeats one.
 */
export const ORDERS: Record<
  Exclude<Sort, 'distance' | 'relevance'>,
  { columns: string[]; ascending: boolean }
> = {
  newest: { columns: ['created_at', 'id'], ascending: false },
  oldest: { columns: ['created_at', 'id'], ascending: true },
  price_high: { columns: ['price', 'created_at', 'id'], ascending: false },
  price_low: { columns: ['(-price)', 'created_at', 'id'], ascending: false },
}
export type ColumnSort = keyof typeof ORDERS

const column = (of: string, name: string) => (name === '(-price)' ? `(-${of}.price)` : `${of}.${name}`)

export function orderBy(sort: ColumnSort, of: string): Sql {
  const { columns, ascending } = ORDERS[sort]
  return sql.raw(columns.map((name) => column(of, name) + (ascending ? '' : ' desc')).join(', '))
}

/** Rows that come after `place`. */
export function after(sort: ColumnSort, place: (string | number)[] | undefined): Sql[] {
  if (!place) return []
  const { columns, ascending } = ORDERS[sort]
  const left = sql.raw(`(${columns.map((name) => column('p', name)).join(', ')})`)
  const values = [
    ...place.slice(0, -2).map((value) => sql`${priceKey(sort, value)}::numeric`),
    ...momentAndId(place),
  ]
  return [sql`${left} ${sql.raw(ascending ? '>' : '<')} (${sql.join(values)})`]
}

const priceKey = (sort: ColumnSort, value: string | number) => (sort === 'price_low' ? `-${value}` : value)

function momentAndId(place: (string | number)[]): Sql[] {
  const [moment, id] = place.slice(-2) as PlaceIn<'newest'>
  return [sql`${moment}::timestamptz`, sql`${id}::uuid`]
}

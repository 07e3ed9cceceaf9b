import { type RawBuilder, sql } from 'kysely'
import {
  type ColumnParameterName,
  columnParameters,
  filteredColumns,
  type ParametersWith,
} from '#contract/search/search-filters.ts'
import type { Sort } from '#contract/selling/choices.ts'
import type { PositionIn } from '#server/search/cursor.ts'
import type { Filters, LocationMatch } from './filters.ts'
import { plainTerms, wantedTerms } from '#server/search/words/terms.ts'

export type Sql = RawBuilder<unknown>

export const all = (conditions: Sql[]): Sql => sql.join(conditions, sql` and `)

/** Words, attribute terms and location have two forms each, and are below. */
const CONDITIONS = {
  category: ({ category }) => category !== undefined && sql`p.category_id = ${category}`,
  region: ({ regions }) =>
    regions &&
    (regions.length === 1 ? sql`p.region = ${regions[0]}` : sql`p.region = any(${regions}::text[])`),
  within: ({ townIds }) => townIds && sql`p.place_id = any(${townIds}::smallint[])`,
  // Attribute terms are handled with the words. In jsonb, every text sorts before every number.
  attributes: ({ attributeRanges }) =>
    attributeRanges &&
    all(
      attributeRanges.map(
        ({ name, min, max }) =>
          sql`p.attributes -> ${name}::text >= ${String(min)}::jsonb and p.attributes -> ${name}::text <= ${String(max)}::jsonb`,
      ),
    ),
  date: ({ since }) => since && sql`p.created_at >= ${since.toISOString()}::timestamptz`,
} satisfies Record<
  Exclude<ParametersWith<{ filter: string }>, 'search' | 'location' | ColumnParameterName>,
  (filters: Filters) => Sql | false | undefined
>

const COMPARISONS = {
  equal: (column, value) => sql`${column} = ${value}`,
  from: (column, value) => sql`${column} >= ${value}::numeric`,
  to: (column, value) => sql`${column} <= ${value}::numeric`,
} satisfies Record<string, (column: Sql, value: unknown) => Sql>

/** The same for the negated price, which the indexes of the lowest prices contain. */
const NEGATED = {
  equal: COMPARISONS.equal,
  from: (column, value) => sql`(-${column}) <= -${value}::numeric`,
  to: (column, value) => sql`(-${column}) >= -${value}::numeric`,
} satisfies typeof COMPARISONS

const columnConditions = (filters: Filters, sort?: ColumnSort): Sql[] =>
  columnParameters.flatMap(({ name, column, comparison }) => {
    if (filters[name] === undefined) return []
    const comparisons = sort === 'price_low' && column === 'price' ? NEGATED : COMPARISONS
    return [comparisons[comparison](sql.raw(`p.${column}`), filters[name])]
  })

const plainConditions = (filters: Filters, sort?: ColumnSort): Sql[] => [
  ...Object.values(CONDITIONS).flatMap((conditionOf) => conditionOf(filters) || []),
  ...columnConditions(filters, sort),
]

const ORDERED = ['id', 'price', 'created_at', 'category_id', 'region', 'place_id', 'location_terms']
const COMPARED = [...new Set([...ORDERED, ...filteredColumns])]

/** The columns that orders and all conditions but those of words use. */
export const comparedColumns = ({ attributeRanges }: Filters): Sql =>
  sql.raw((attributeRanges ? [...COMPARED, 'attributes'] : COMPARED).map((name) => `p.${name}`).join(', '))

const hasTerms = (filters: Filters): Sql => sql`p.search @@ ${wantedTerms(filters)}::tsquery`
const isLocated = ({ query }: LocationMatch): Sql => sql`p.location_terms @@ ${query}::tsquery`

/** Conditions that use the indexes of words and location. */
export function indexedConditions(filters: Filters): Sql[] {
  // Attribute terms imply their category, which would only make the index read its long list as well.
  const conditions = plainConditions(filters.attributeTerms ? { ...filters, category: undefined } : filters)
  if (wantedTerms(filters) !== '') conditions.push(hasTerms(filters))
  if (filters.locationMatch) conditions.push(isLocated(filters.locationMatch))
  return conditions
}

/**
 * All filters except the words, checked on each row of a scan of another index: `is true` keeps the planner from
 * using the location's index.
 */
export function conditionsButWords(filters: Filters, sort?: ColumnSort): Sql[] {
  const conditions = plainConditions(filters, sort)
  if (filters.locationMatch) conditions.push(sql`(${isLocated(filters.locationMatch)}) is true`)
  return conditions
}

/** Conditions that the terms of a week do not cover; those include category and region. */
export const conditionsWithinWeeks = (filters: Filters): Sql[] =>
  conditionsButWords({ ...filters, category: undefined, regions: undefined })

/** All filters, checked on each row of a scan of another index; `sort` is the order of that index. */
export const rowConditions = (filters: Filters, sort?: ColumnSort): Sql[] => [
  ...conditionsButWords(filters, sort),
  ...(wantedTerms(filters) === '' ? [] : [sql`(${hasTerms(filters)}) is true`]),
]

/** 2 for all words in the title, 1 for all in the description (SPEC 9). */
export function scoreOf({ words = [], choices = [words], isForPart }: Filters): Sql {
  const within = (weight: string) => choices.map((some) => plainTerms(some, weight)).join(' | ')
  return sql`(
    case when p.search @@ ${within(isForPart ? 'AB' : 'A')}::tsquery then 2 else 0 end
    + case when p.search @@ ${within('D')}::tsquery then 1 else 0 end)`
}

/** The expression of the index of terms, which PostgreSQL uses only for this exact expression. */
export const terms = sql`search_terms(p.search, p.category_id, p.region, p.price, p.created_at)`

/**
 * Each sort order as columns in one direction, so that a single row comparison finds the rows after a given row,
 * and an index scan can start there. The columns end with the moment and the id: no two rows are equal, so no page
 * loses or repeats one.
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

/** Conditions for rows after `position`. */
export function after(sort: ColumnSort, position: (string | number)[] | undefined): Sql[] {
  if (!position) return []
  const { columns, ascending } = ORDERS[sort]
  const left = sql.raw(`(${columns.map((name) => column('p', name)).join(', ')})`)
  const values = [
    ...position.slice(0, -2).map((value) => sql`${priceKey(sort, value)}::numeric`),
    ...momentAndId(position),
  ]
  return [sql`${left} ${sql.raw(ascending ? '>' : '<')} (${sql.join(values)})`]
}

const priceKey = (sort: ColumnSort, value: string | number) => (sort === 'price_low' ? `-${value}` : value)

function momentAndId(position: (string | number)[]): Sql[] {
  const [moment, id] = position.slice(-2) as PositionIn<'newest'>
  return [sql`${moment}::timestamptz`, sql`${id}::uuid`]
}

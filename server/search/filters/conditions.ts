import { type RawBuilder, sql } from 'kysely'
import { readChosen } from '#contract/search/chosen-values.ts'
import {
  type ColumnParameterName,
  columnParameters,
  filteredColumns,
  type ParametersWith,
} from '#contract/search/search-filters.ts'
import type { Sort } from '#contract/selling/choices.ts'
import type { PositionIn } from '#server/search/cursor.ts'
import type { Filters, LocationMatch } from './filters.ts'
import { narrowTerms, plainTerms, wantedTerms } from '#server/search/words/terms.ts'

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
  'one-of': (column, value) => {
    const chosen = readChosen(String(value))
    return chosen.length === 1 ? sql`${column} = ${chosen[0]}` : sql`${column} = any(${chosen}::text[])`
  },
  from: (column, value) => sql`${column} >= ${value}::numeric`,
  to: (column, value) => sql`${column} <= ${value}::numeric`,
} satisfies Record<string, (column: Sql, value: unknown) => Sql>

/** The same for the negated price, which the indexes of the lowest prices contain. */
const NEGATED = {
  'one-of': COMPARISONS['one-of'],
  from: (column, value) => sql`(-${column}) <= -${value}::numeric`,
  to: (column, value) => sql`(-${column}) >= -${value}::numeric`,
} satisfies typeof COMPARISONS

type ConditionName = keyof typeof CONDITIONS | (typeof columnParameters)[number]['column']

/** The conditions of the filters, except words and location, by name. */
const plainConditions = (filters: Filters, sort?: ColumnSort): [ConditionName, Sql][] => [
  ...Object.entries(CONDITIONS).flatMap(([name, conditionOf]): [ConditionName, Sql][] => {
    const condition = conditionOf(filters)
    return condition ? [[name as ConditionName, condition]] : []
  }),
  ...columnParameters.flatMap(({ name, column, comparison }): [ConditionName, Sql][] => {
    if (filters[name] === undefined) return []
    const comparisons = sort === 'price_low' && column === 'price' ? NEGATED : COMPARISONS
    return [[column, comparisons[comparison](sql.raw(`p.${column}`), filters[name])]]
  }),
]

/** Checked on each row or entry: the planner does not look for an index of the condition. */
const checked = (condition: Sql): Sql => sql`(${condition}) is true`

/** The plain conditions, of which only those named are looked up in an index; the planner would often choose a worse one. */
const lookingUp = (lookedUp: readonly ConditionName[], filters: Filters, sort?: ColumnSort): Sql[] =>
  plainConditions(filters, sort).map(([name, condition]) =>
    lookedUp.includes(name) ? condition : checked(condition),
  )

const ORDERED = ['id', 'price', 'created_at', 'category_id', 'region', 'place_id', 'location_terms']
const COMPARED = [...new Set([...ORDERED, ...filteredColumns])]

/** The columns that orders and all conditions but those of words use. */
export const comparedColumns = ({ attributeRanges }: Filters): Sql =>
  sql.raw((attributeRanges ? [...COMPARED, 'attributes'] : COMPARED).map((name) => `p.${name}`).join(', '))

/** The expression of the index of terms, which PostgreSQL uses only for this exact expression. */
export const terms = sql`search_terms(p.search, p.category_id, p.region, p.price, p.created_at)`

const hasTerms = (filters: Filters): Sql => sql`p.search @@ ${wantedTerms(filters)}::tsquery`
const isLocated = ({ query }: LocationMatch): Sql => sql`p.location_terms @@ ${query}::tsquery`

/** Category and region are in the index of words, too. */
export const conditionsBesideWords = (filters: Filters): Sql[] => [
  // Attribute terms imply their category, which would only make the index read its long list as well.
  ...lookingUp(
    ['category', 'region'],
    filters.attributeTerms ? { ...filters, category: undefined } : filters,
  ),
  ...(filters.locationMatch ? [isLocated(filters.locationMatch)] : []),
]

function lookedUpWithoutWords({ category, regions }: Filters): ConditionName[] {
  if (regions) return ['category', 'region']
  return category === undefined ? ['within', 'price', 'date'] : ['category', 'price']
}

/** Conditions for all matches in any order, by the index that has the fewest other products. */
export function indexedConditions(filters: Filters): Sql[] {
  const narrow = narrowTerms(filters)
  if (narrow) return [sql`${terms} @@ ${narrow}::tsquery`, ...conditionsWithinTerms(filters)]
  if (wantedTerms(filters) !== '') return [...conditionsBesideWords(filters), hasTerms(filters)]
  if (filters.locationMatch) return conditionsBesideWords(filters)
  return lookingUp(lookedUpWithoutWords(filters), filters)
}

const checkedLocation = ({ locationMatch }: Filters): Sql[] =>
  locationMatch ? [checked(isLocated(locationMatch))] : []
const checkedWords = (filters: Filters): Sql[] =>
  wantedTerms(filters) === '' ? [] : [checked(hasTerms(filters))]

/** All filters except the words, checked on each row. */
export const conditionsButWords = (filters: Filters): Sql[] => [
  ...lookingUp([], filters),
  ...checkedLocation(filters),
]

/** Conditions that the terms of a week or a price band do not cover; those include category and region. */
export const conditionsWithinTerms = (filters: Filters): Sql[] =>
  conditionsButWords({ ...filters, category: undefined, regions: undefined })

/** All filters, checked on each row of a scan of another index. */
export const rowConditions = (filters: Filters): Sql[] => [
  ...conditionsButWords(filters),
  ...checkedWords(filters),
]

/** The filters of a scan in this order: its index begins with some, and contains what the others compare. */
export function orderedConditions(filters: Filters, sort: ColumnSort): Sql[] {
  const isByAge = sort === 'newest' || sort === 'oldest'
  const byAge: ConditionName[] =
    filters.regions?.length === 1 ? ['category', 'region', 'date'] : ['category', 'date']
  return [
    ...lookingUp(isByAge ? byAge : ['category', 'price'], filters, sort),
    ...checkedLocation(filters),
    ...checkedWords(filters),
  ]
}

/** 2 for all words in the title, 1 for all in the description (SPEC 9). */
export function scoreOf({ words = [], choices = [words], isForPart }: Filters): Sql {
  const within = (weight: string) => choices.map((some) => plainTerms(some, weight)).join(' | ')
  return sql`(
    case when p.search @@ ${within(isForPart ? 'AB' : 'A')}::tsquery then 2 else 0 end
    + case when p.search @@ ${within('D')}::tsquery then 1 else 0 end)`
}

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

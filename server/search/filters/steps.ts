import { sql } from 'kysely'
import { filteredChoices } from '#contract/selling/choices.ts'
import { PRICE_MAX } from '#contract/limits.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { cardColumns } from '#server/products/card.ts'
import {
  after,
  all,
  type ColumnSort,
  comparedColumns,
  conditionsWithinTerms,
  indexedConditions,
  orderBy,
  type Sql,
  terms,
} from './conditions.ts'
import { isOnSale } from '#server/products/visibility.ts'
import type { PositionIn } from '#server/search/cursor.ts'
import { cards, type PageOf } from '#server/search/queries.ts'
import type { Filters } from './filters.ts'
import { isForFrequentWord } from '#server/search/words/frequent-words.ts'
import { bandTerms, narrowTerms, SCORES, weekOf, weekTerms } from '#server/search/words/terms.ts'

interface Steps {
  /** Rows of score, step and query, in the order in which they are read. */
  rows: Sql
  order: Sql
  /** Order of the products within a step. */
  sort: ColumnSort
  /** Columns that the conditions use. */
  columns: Sql
  conditions: Sql[]
  limit: number
}

/** The products of a step, before the other filters apply. */
const productsOfStep = (columns: Sql) => sql`
  select ${columns}
  from products p where ${isOnSale} and ${terms} @@ at_step(s.query, s.step)`

/**
 * Reads the index of terms step by step (a week or a price band) and stops at the step that fills the page.
 * One query for many steps at once would make the index read every product of each word. The other filters
 * apply to a step's results: in one condition, the planner would also read half of another index.
 */
function readSteps(db: Database, { rows, order, sort, columns, conditions, limit }: Steps) {
  return cards(
    db,
    sql`
    select ${cardColumns}, f.score
    from (
      select f.id, s.score
      from (${rows}) s
      cross join lateral (
        with found as materialized (${productsOfStep(columns)})
        select p.id, p.price, p.created_at from found p where ${all([...conditions, sql`true`])}
        order by ${orderBy(sort, 'p')} limit ${sql.lit(limit)}
      ) f
      order by ${order}, ${orderBy(sort, 'f')} limit ${sql.lit(limit)}
    ) f
    join products p on p.id = f.id
    left join product_images i on i.product_id = p.id and i.is_primary
    order by f.score desc, ${orderBy(sort, 'p')}`,
  )
}

/** Another machine's fast clock may have dated products into next week. */
const lastWeek = (now: number) => weekOf(now) + 1

export interface Span {
  oldestWeek: number
  now: number
}

const firstWeek = ({ since }: Filters, { oldestWeek }: Span) =>
  Math.max(oldestWeek, since ? weekOf(since.getTime()) : 0)

/** Reads newest or oldest first. */
export function scanWeeks(
  db: Database,
  sort: 'newest' | 'oldest',
  { filters, position, limit }: PageOf<PositionIn<'newest'>>,
  span: Span,
) {
  // Anybody can make up a cursor, so weeks outside the market's own are not read.
  const start = position && weekOf(Date.parse(position[0]))
  const first = firstWeek(filters, span)
  const last = lastWeek(span.now)
  const [from, to] =
    sort === 'newest' ? [first, Math.min(start ?? last, last)] : [Math.max(start ?? first, first), last]
  const order = sql`s.step ${sql.raw(sort === 'newest' ? 'desc' : 'asc')}`
  const rows = sql`
    select s.step, 0 as score, ${weekTerms(filters, 'any')}::text as query
    from steps_between(${from}::int, ${to}::int) as s (step) order by ${order}`
  const conditions = [...conditionsWithinTerms(filters), ...after(sort, position)]
  return readSteps(db, { rows, order, sort, columns: comparedColumns(filters), conditions, limit })
}

/** The columns by which matches are counted. */
const countedColumns = (of: string) =>
  sql.raw(['id', ...filteredChoices.map(({ column }) => column)].map((name) => `${of}.${name}`).join(', '))

/** At most `most` products of some steps; `steps` has rows of a step and its query. */
const matchesOfSteps = (filters: Filters, steps: Sql, most: number) => sql`
  select ${countedColumns('f')} from (${steps}) s
  cross join lateral (
    with found as materialized (${productsOfStep(comparedColumns(filters))})
    select ${countedColumns('p')} from found p where ${all([...conditionsWithinTerms(filters), sql`true`])}
  ) f
  limit ${sql.lit(most)}`

/**
 * Ids and choices of at most `most` products, whichever are found by reading the least: in no order, and not always
 * the same.
 */
export function someMatches(filters: Filters, most: number, span: Span): Sql {
  if (narrowTerms(filters) && !filters.weeks) {
    const { min = 0, max = PRICE_MAX } = filters
    const bands = sql`
      select step, ${bandTerms(filters)}::text as query
      from steps_between(price_band(${min}::numeric), price_band(${max}::numeric)) as step`
    return matchesOfSteps(filters, bands, most)
  }
  if (isForFrequentWord(filters)) {
    const weeks = sql`
      select step, ${weekTerms(filters, 'any')}::text as query
      from steps_between(${firstWeek(filters, span)}::int, ${lastWeek(span.now)}::int) as step`
    return matchesOfSteps(filters, weeks, most)
  }
  const conditions = all([isOnSale, ...indexedConditions(filters)])
  return sql`select ${countedColumns('p')} from products p where ${conditions} limit ${sql.lit(most)}`
}

/** Reads by score, newest first among equals. */
export function scanScores(
  db: Database,
  { filters, position, limit }: PageOf<PositionIn<'relevance'>>,
  span: Span,
) {
  const queries = SCORES.toReversed().map((score) => sql`${weekTerms(filters, score)}::text`)
  const first = firstWeek(filters, span)
  const last = lastWeek(span.now)
  const weeks = last - first + 1
  const [score, week] = position ? [position[0], weekOf(Date.parse(position[1]))] : [SCORES[0], last]
  const start = score * weeks + Math.max(-1, Math.min(week, last) - first)
  // Score and week are combined into one number: PostgreSQL sorts a few hundred of them, and a page needs the first.
  const rows = sql`
    select nth, nth / ${weeks}::int as score, nth % ${weeks}::int + ${first}::int as step,
      (array[${sql.join(queries)}])[nth / ${weeks}::int + 1] as query
    from (select nth from steps_between(0, ${start}::int) as nth order by nth desc offset 0) as sorted`
  const beyond = position
    ? [
        sql`(s.score, p.created_at, p.id) < (${position[0]}::int, ${position[1]}::timestamptz, ${position[2]}::uuid)`,
      ]
    : []
  const conditions = [...conditionsWithinTerms(filters), ...beyond]
  const order = sql`s.nth desc`
  return readSteps(db, { rows, order, sort: 'newest', columns: comparedColumns(filters), conditions, limit })
}

/** Reads by price, starting at the cursor, or at the filters' lowest or highest price. */
export function scanPriceBands(
  db: Database,
  sort: 'price_low' | 'price_high',
  { filters, position, limit }: PageOf<(string | number)[]>,
) {
  const { min = 0, max = PRICE_MAX } = filters
  const cheapest = sort === 'price_low' ? (position?.[0] ?? min) : min
  const dearest = sort === 'price_high' ? (position?.[0] ?? max) : max
  const direction = sql.raw(sort === 'price_low' ? '' : 'desc')
  const rows = sql`
    select 0 as score, step, ${bandTerms(filters)}::text as query
    from steps_between(price_band(${cheapest}::numeric), price_band(${dearest}::numeric)) as step
    order by step ${direction}`
  const conditions = [...conditionsWithinTerms(filters), ...after(sort, position)]
  const order = sql`s.step ${direction}`
  return readSteps(db, { rows, order, sort, columns: comparedColumns(filters), conditions, limit })
}

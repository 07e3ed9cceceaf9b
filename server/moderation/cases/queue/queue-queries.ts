import { type RawBuilder, sql } from 'kysely'
import { CASES_AT_ONCE } from '#contract/limits.ts'
import type { AGES, Sort } from '#contract/moderation/cases/queue.ts'
import {
  caseColumns,
  caseJoins,
  type CaseReader,
  type CaseRow,
  isVisibleTo,
} from '#server/moderation/cases/case-queries.ts'
import type { Database } from '#server/platform/db/connect.ts'

/** Conditions on open cases; null for all. */
export interface Wanted {
  reader: CaseReader
  /** Rank of the class. */
  harm: number | null
  age: keyof typeof AGES | null
  pile: string | null
  /** Filters as the column `search` has them. */
  filters: string[]
  q: string
}

const AGE_CONDITIONS: Record<keyof typeof AGES, (opened: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  new: (opened) => sql`${opened} > now() - interval '1 day'`,
  day: (opened) => sql`${opened} < now() - interval '1 day'`,
  week: (opened) => sql`${opened} < now() - interval '1 week'`,
}

/** The condition on the cases with this alias. */
function isWanted({ reader, harm, age, pile, filters, q }: Wanted, of: string): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${of}.${name}`)
  const conditions = [sql`${column('state')} = 'open'`, isVisibleTo(reader, of)]
  if (harm !== null) conditions.push(sql`${column('harm')} = ${harm}::int2`)
  if (age !== null) conditions.push(AGE_CONDITIONS[age](column('opened_at')))
  if (pile !== null) conditions.push(sql`${column('pile_id')} = ${pile}::uuid`)
  if (filters.length > 0 || q !== '')
    conditions.push(sql`${column('search')} @@ queue_query(${filters}::text[], ${q})`)
  return sql.join(conditions, sql` and `)
}

/** Position of a case in each order. */
export interface Position {
  harm: number
  queue_position: number
  opened_at: string
  id: string
}

interface Order {
  by: (of: string) => RawBuilder<unknown>
  isAfter: (position: Position) => RawBuilder<unknown>
}

const byAge = (of: string) => sql.raw(`${of}.opened_at, ${of}.id`)

const ORDERS: Record<Sort, Order> = {
  gravest: {
    by: (of) => sql.raw(`${of}.harm, ${of}.queue_position, ${of}.id`),
    isAfter: ({ harm, queue_position, id }) => sql`
      (c.harm, c.queue_position, c.id) > (${harm}::int2, ${queue_position}::float8, ${id}::uuid)`,
  },
  oldest: {
    by: byAge,
    isAfter: ({ opened_at, id }) => sql`(c.opened_at, c.id) > (${opened_at}::timestamptz, ${id}::uuid)`,
  },
  newest: {
    by: (of) => sql.raw(`${of}.opened_at desc, ${of}.id desc`),
    isAfter: ({ opened_at, id }) => sql`(c.opened_at, c.id) < (${opened_at}::timestamptz, ${id}::uuid)`,
  },
}

export interface PileRow {
  pile_id: string
  pile_cases: number
  pile_people: number
  pile_harm: number
  pile_case_ids: string[]
  pile_kinds: string[]
}

interface Page {
  wanted: Wanted
  /** True if they are found first, and put in order afterwards. */
  areFew: boolean
  sort: Sort
  after: Position | null
  limit: number
}

/**
 * Rows of a page. Few cases are found by their own indexes, which the planner would give up for the index of the order;
 * many are found in their order, because the first pages of it have enough of them.
 */
const pageOf = ({ wanted, areFew, sort, after, limit }: Page, isListed: RawBuilder<unknown>) => sql`
  select * from ${areFew ? sql`found` : sql`cases`} c
  where ${areFew ? sql`true` : isWanted(wanted, 'c')} ${isListed}
    ${after ? sql`and ${ORDERS[sort].isAfter(after)}` : sql``}
  order by ${ORDERS[sort].by('c')} limit ${sql.lit(limit)}`

const withFound = ({ wanted, areFew }: Page) =>
  areFew ? sql`with found as materialized (select * from cases c where ${isWanted(wanted, 'c')})` : sql``

/** Cases one by one. */
export async function selectOpenCases(db: Database, page: Page): Promise<CaseRow[]> {
  const { rows } = await sql<CaseRow>`
    ${withFound(page)}
    select ${caseColumns} from (${pageOf(page, sql``)}) as c ${caseJoins}
    order by ${ORDERS[page.sort].by('c')}`.execute(db)
  return rows
}

/** Cases of a pile are counted up to this number, and so are those of the queue. */
const COUNTED_MAX = 1000

/** The first wanted case of each pile, with numbers about the others. */
export async function selectPiles(db: Database, page: Page): Promise<(CaseRow & PileRow)[]> {
  const { wanted, areFew, sort } = page
  const order = ORDERS[sort].by
  const inPile = areFew
    ? sql`from found o where o.pile_id = c.pile_id`
    : sql`from cases o where o.pile_id = c.pile_id and ${isWanted(wanted, 'o')}`
  // The planner expects that any comparison of ids is rarely true, and of a case that it is true every other time.
  const isFirst = areFew
    ? sql`and c.id in (select distinct on (o.pile_id) o.id from found o order by o.pile_id, ${order('o')})`
    : sql`and case when c.id = (select o.id ${inPile} order by ${order('o')} limit 1) then true else false end`
  const { rows } = await sql<CaseRow & PileRow>`
    ${withFound(page)}
    select ${caseColumns}, c.pile_id, pile.*
    from (${pageOf(page, isFirst)}) as c
    cross join lateral (
      select count(*)::int as pile_cases, count(distinct o.subject_id)::int as pile_people, min(o.harm) as pile_harm,
        (array_agg(o.id order by ${order('o')}))[1:${sql.lit(CASES_AT_ONCE)}] as pile_case_ids,
        array_agg(distinct o.target_kind) as pile_kinds
      from (select * ${inPile} order by ${order('o')} limit ${sql.lit(COUNTED_MAX)}) as o
    ) as pile
    ${caseJoins}
    order by ${order('c')}`.execute(db)
  return rows
}

/** Up to this number, cases that a search or a filter finds may be in so few piles that no page gets full. */
const FEW_MAX = 5000

/** Counts at most 1,000 cases, and tells whether they are few. */
export async function countOpenCases(db: Database, wanted: Wanted) {
  const isSearch = wanted.filters.length > 0 || wanted.q !== ''
  const limit = isSearch ? FEW_MAX : COUNTED_MAX
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from cases c where ${isWanted(wanted, 'c')} limit ${sql.lit(limit)}
    ) as open`.execute(db)
  const count = rows[0]?.count ?? 0
  return { open: Math.min(count, COUNTED_MAX), areFew: count < limit }
}

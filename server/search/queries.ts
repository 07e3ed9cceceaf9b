import { sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { cardColumns, type CardRow } from '#server/products/card.ts'
import {
  after,
  all,
  type ColumnSort,
  indexedConditions,
  orderedConditions,
  orderBy,
  rowConditions,
  scoreOf,
  type Sql,
} from '#server/search/filters/conditions.ts'
import { isOnSale } from '#server/products/visibility.ts'
import { wantedTerms } from '#server/search/words/terms.ts'
import type { PositionIn } from './cursor.ts'
import type { Filters } from '#server/search/filters/filters.ts'

export type FoundRow = CardRow & { score?: number; metres?: number; place_id?: number }

export async function cards(db: Database, query: Sql): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`${query}`.execute(db)
  return rows
}

export async function countIds(db: Database, ids: Sql): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from (${ids}) as counted`.execute(db)
  return rows[0]?.count ?? 0
}

export interface PageOf<Position> {
  filters: Filters
  /** Position of the last row seen. */
  position: Position | undefined
  /**
   * Part of the statement's text: with a parameter, PostgreSQL would plan each execution again. It has only a
   * few values.
   */
  limit: number
}

const cardsInOrder = (sort: ColumnSort, products: Sql) => sql<FoundRow>`
  select ${cardColumns} from (${products}) p left join product_images i on i.product_id = p.id and i.is_primary
  order by ${orderBy(sort, 'p')}`

/** The first ids in an order. Its index contains what the filters compare, so that no other rows are read. */
const idsInOrder = (sort: ColumnSort, conditions: Sql[], limit: number) => sql`
  select p.id from products p where ${all(conditions)} order by ${orderBy(sort, 'p')} limit ${sql.lit(limit)}`

const withIds = (ids: Sql) => sql`select p.* from (${ids}) f join products p on p.id = f.id`

/** For many matches: scans the order's index until enough rows have passed the filters. */
export function scanIndex(db: Database, sort: ColumnSort, page: PageOf<(string | number)[]>) {
  const { filters, position, limit } = page
  const conditions = [isOnSale, ...after(sort, position), ...orderedConditions(filters, sort)]
  return cards(db, cardsInOrder(sort, withIds(idsInOrder(sort, conditions, limit))))
}

/** The newest or oldest of some towns: reads a page of each town by its index, then takes the first of those. */
export function scanTowns(db: Database, sort: 'newest' | 'oldest', page: PageOf<(string | number)[]>) {
  const { filters, position, limit } = page
  const others = rowConditions({ ...filters, townIds: undefined })
  const ofTown = [sql`p.place_id = town`, isOnSale, ...after(sort, position), ...others]
  return cards(
    db,
    cardsInOrder(
      sort,
      sql`
      select p.* from unnest(${filters.townIds}::smallint[]) as town
      cross join lateral (${idsInOrder(sort, ofTown, limit)}) f
      join products p on p.id = f.id
      order by ${orderBy(sort, 'p')} limit ${sql.lit(limit)}`,
    ),
  )
}

/** Returns whether towns, but no category or words, narrow the list. */
export const isByTown = ({ filters }: PageOf<unknown>): boolean =>
  filters.townIds !== undefined && filters.category === undefined && wantedTerms(filters) === ''

/** Reads the first page of all listings on sale, where most people start. */
export type ReadFirstPage = (db: Database, sort: ColumnSort, limit: number) => Promise<FoundRow[]>

const firstPage = (sort: ColumnSort, limit: number) =>
  cardsInOrder(
    sort,
    sql`select p.* from products p where ${isOnSale} order by ${orderBy(sort, 'p')} limit ${sql.lit(limit)}`,
  )

/** Builds the statement of each order and length once. */
export function createFirstPageReader(): ReadFirstPage {
  const pages = new Map<string, (db: Database) => Promise<FoundRow[]>>()
  return (db, sort, limit) => {
    const name = `${sort} ${limit}`
    const read = pages.get(name) ?? prepared((any) => firstPage(sort, limit).compile(any))
    pages.set(name, read)
    return read(db)
  }
}

export const isUnfiltered = ({ filters, position }: PageOf<unknown>): boolean =>
  position === undefined && rowConditions(filters).length === 0

/** For few matches: reads all of them by the best index for the filters, then sorts them. */
export function sortMatches(db: Database, sort: ColumnSort, page: PageOf<(string | number)[]>) {
  const { filters, position, limit } = page
  const conditions = [isOnSale, ...indexedConditions(filters), ...after(sort, position)]
  return cards(
    db,
    sql`
    with found as materialized (select p.id, p.price, p.created_at from products p where ${all(conditions)})
    select ${cardColumns}
    from (select f.id from found f order by ${orderBy(sort, 'f')} limit ${sql.lit(limit)}) f
    join products p on p.id = f.id
    left join product_images i on i.product_id = p.id and i.is_primary
    order by ${orderBy(sort, 'p')}`,
  )
}

/** Sorts few matches by score, newest first among equals. */
export function sortMatchesByScore(db: Database, page: PageOf<PositionIn<'relevance'>>) {
  const { filters, position, limit } = page
  const conditions = all([isOnSale, ...indexedConditions(filters)])
  const beyond = position
    ? sql`where (f.score, f.created_at, f.id) < (${position[0]}::int, ${position[1]}::timestamptz, ${position[2]}::uuid)`
    : sql``
  return cards(
    db,
    sql`
    with found as materialized (
      select p.id, p.created_at, ${scoreOf(filters)} as score from products p where ${conditions}
    )
    select ${cardColumns}, f.score
    from (select * from found f ${beyond} order by f.score desc, f.created_at desc, f.id desc limit ${sql.lit(limit)}) f
    join products p on p.id = f.id
    left join product_images i on i.product_id = p.id and i.is_primary
    order by f.score desc, p.created_at desc, p.id desc`,
  )
}

export async function oldestMoment(db: Database): Promise<string | undefined> {
  const row = await db
    .selectFrom('products as p')
    .select('created_at')
    .where(isOnSale)
    .orderBy('created_at')
    .orderBy('id')
    .limit(sql.lit(1))
    .executeTakeFirst()
  return row?.created_at
}

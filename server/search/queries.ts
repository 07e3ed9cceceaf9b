import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { cardColumns, type CardRow } from '#server/products/card.ts'
import {
  after,
  all,
  type ColumnSort,
  hasWords,
  hasWordsOnTheWay,
  orderBy,
  otherConditions,
  scoreOf,
  type Sql,
  unsold,
} from './conditions.ts'
import type { PlaceIn } from './cursor.ts'
import type { Filters } from './rules.ts'

export type FoundRow = CardRow & { score?: number; metres?: number; place_id?: number }

export async function cards(db: Database, query: Sql): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`${query}`.execute(db)
  return rows
}

/** Counts at most `most`, reading no more rows than that. */
export async function countProducts(db: Database, filters: Filters, most: number): Promise<number> {
  const conditions = all([unsold, ...hasWords(filters), ...otherConditions(filters)])
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from products p where ${conditions} limit ${most}) as counted`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

export interface PageOf<Place> {
  filters: Filters
  /** The last row seen. */
  place: Place | undefined
  limit: number
}

/** For many matches: along the index of the order, until enough rows have passed the filters. */
export function walkProducts(db: Database, sort: ColumnSort, page: PageOf<(string | number)[]>) {
  const { filters, place, limit } = page
  const conditions = [
    unsold,
    ...after(sort, place),
    ...hasWordsOnTheWay(filters),
    ...otherConditions(filters),
  ]
  return cards(
    db,
    sql`
    select ${cardColumns} from (
      select p.* from products p where ${all(conditions)} order by ${orderBy(sort, 'p')} limit ${limit}
    ) p left join product_images i on i.product_id = p.id and i.is_primary
    order by ${orderBy(sort, 'p')}`,
  )
}

/** For few matches: all of them by the best index for the filters, then put in order. */
export function gatherProducts(db: Database, sort: ColumnSort, page: PageOf<(string | number)[]>) {
  const { filters, place, limit } = page
  const conditions = [unsold, ...hasWords(filters), ...otherConditions(filters), ...after(sort, place)]
  return cards(
    db,
    sql`
    with found as materialized (select p.id, p.price, p.created_at from products p where ${all(conditions)})
    select ${cardColumns}
    from (select f.id from found f order by ${orderBy(sort, 'f')} limit ${limit}) f
    join products p on p.id = f.id
    left join product_images i on i.product_id = p.id and i.is_primary
    order by ${orderBy(sort, 'p')}`,
  )
}

/** Few matches by score, newest first among equals. */
export function gatherByScore(db: Database, page: PageOf<PlaceIn<'relevance'>>) {
  const { filters, place, limit } = page
  const conditions = all([unsold, ...hasWords(filters), ...otherConditions(filters)])
  const beyond = place
    ? sql`where (f.score, f.created_at, f.id) < (${place[0]}::int, ${place[1]}::timestamptz, ${place[2]}::uuid)`
    : sql``
  return cards(
    db,
    sql`
    with found as materialized (
      select p.id, p.created_at, ${scoreOf(filters)} as score from products p where ${conditions}
    )
    select ${cardColumns}, f.score
    from (select * from found f ${beyond} order by f.score desc, f.created_at desc, f.id desc limit ${limit}) f
    join products p on p.id = f.id
    left join product_images i on i.product_id = p.id and i.is_primary
    order by f.score desc, p.created_at desc, p.id desc`,
  )
}

export async function oldestMoment(db: Database): Promise<string | undefined> {
  const row = await db
    .selectFrom('products as p')
    .select('created_at')
    .where(sql<boolean>`${unsold}`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.created_at
}

import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/db/connect.ts'
import { cardColumns } from '#server/products/card.ts'
import {
  all,
  comparedColumns,
  conditionsButWords,
  indexedConditions,
  rowConditions,
  type Sql,
} from './conditions.ts'
import type { Filters } from './filters.ts'
import { wantedTerms } from '#server/search/words/terms.ts'
import { isOnSale } from '#server/products/visibility.ts'
import type { PositionIn } from '#server/search/cursor.ts'
import type { FoundRow, PageOf } from '#server/search/queries.ts'

export interface Origin {
  latitude: number
  longitude: number
}

/** Metres on a sphere (haversine), rounded so that a cursor contains them exactly. */
const metresFrom = ({ latitude, longitude }: Origin): RawBuilder<number> => sql<number>`
  round(12742000 * asin(least(1, sqrt(
    sin(radians(l.latitude - ${latitude}::float8) / 2) ^ 2
    + cos(radians(${latitude}::float8)) * cos(radians(l.latitude))
      * sin(radians(l.longitude - ${longitude}::float8) / 2) ^ 2))))::int`

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Towns that may have matches, each with the row after which its products are wanted. */
function spots({ filters, position }: PageOf<PositionIn<'distance'>>, origin: Origin) {
  const regions = filters.regions ? sql`where l.region = any(${filters.regions}::text[])` : sql``
  if (!position) {
    return sql`select l.id, ${metresFrom(origin)} as metres, 'infinity'::timestamptz as at, ${LAST_ID}::uuid as before
      from places l ${regions}`
  }
  const [metres, town, moment, id] = position
  return sql`
    select s.id, s.metres,
      case when s.id = ${town}::int then ${moment}::timestamptz else 'infinity' end as at,
      case when s.id = ${town}::int then ${id}::uuid else ${LAST_ID}::uuid end as before
    from (select l.id, ${metresFrom(origin)} as metres from places l ${regions}) s
    where (s.metres, s.id) >= (${metres}::int, ${town}::int)`
}

/**
 * The products of the town `s`. Those with the words are looked up first, unless so many have them that the newest of the
 * town soon fill a page.
 */
function productsOfTown(filters: Filters): Sql {
  const words = wantedTerms(filters)
  if (words === '' || filters.isEverywhere)
    return sql`select p.id, p.created_at from products p where p.place_id = s.id and ${all([isOnSale, ...rowConditions(filters)])}`
  const inTown = sql`(${words} || ' & ''/p/' || s.id || '''')::tsquery`
  return sql`
    select p.id, p.created_at from (
      select ${comparedColumns(filters)} from products p where ${isOnSale} and p.search @@ ${inTown} offset 0
    ) p where ${all([sql`p.place_id = s.id`, ...conditionsButWords(filters)])}`
}

/** Nearest town first, newest first within a town: reads town by town until the page is full. */
export async function scanByDistance(db: Database, origin: Origin, page: PageOf<PositionIn<'distance'>>) {
  const { filters, limit } = page
  const { rows } = await sql<FoundRow>`
    with spots as materialized (${spots(page, origin)})
    select ${cardColumns}, p.metres, p.place_id
    from (
      select p.*, s.metres
      from (select * from spots order by metres, id) s
      cross join lateral (
        ${productsOfTown(filters)} and (p.created_at, p.id) < (s.at, s.before)
        order by p.created_at desc, p.id desc limit ${sql.lit(limit)}
      ) f
      join products p on p.id = f.id
      order by s.metres, s.id, f.created_at desc, f.id desc limit ${sql.lit(limit)}
    ) p left join product_images i on i.product_id = p.id and i.is_primary
    order by p.metres, p.place_id, p.created_at desc, p.id desc`.execute(db)
  return rows
}

/** The same order for few matches: reads all of them, then sorts. */
export async function sortMatchesByDistance(
  db: Database,
  origin: Origin,
  page: PageOf<PositionIn<'distance'>>,
) {
  const { filters, limit } = page
  const conditions = all([isOnSale, ...indexedConditions(filters)])
  const { rows } = await sql<FoundRow>`
    with spots as materialized (${spots(page, origin)}),
    found as materialized (select p.id, p.place_id, p.created_at from products p where ${conditions})
    select ${cardColumns}, f.metres, f.place_id
    from (
      select f.id, f.place_id, s.metres from found f join spots s on s.id = f.place_id
      where (f.created_at, f.id) < (s.at, s.before)
      order by s.metres, f.place_id, f.created_at desc, f.id desc limit ${sql.lit(limit)}
    ) f
    join products p on p.id = f.id
    left join product_images i on i.product_id = p.id and i.is_primary
    order by f.metres, f.place_id, p.created_at desc, p.id desc`.execute(db)
  return rows
}

import { sql } from 'kysely'
import type { Alert } from '#contract/choices.ts'
import type { Database } from '#server/db/connect.ts'
import type { SearchMeaning } from '#server/search/service.ts'

const SHOWN = ['id', 'query', 'alert', 'created_at'] as const
export type SavedSearchRow = Awaited<ReturnType<typeof selectSaved>>[number]

export const selectSaved = (db: Database, personId: string) =>
  db
    .selectFrom('saved_searches')
    .select(SHOWN)
    .where('profile_id', '=', personId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** One of a person's searches is saved at a time, so that they can be counted. */
export const lockPerson = (tx: Database, personId: string) =>
  tx.selectFrom('profiles').select('id').where('id', '=', personId).forNoKeyUpdate().executeTakeFirst()

interface NewSearch {
  personId: string
  query: string
  alert: Alert
  keys: string[]
  meaning: SearchMeaning
}

export const insertSaved = (tx: Database, { personId, query, alert, keys, meaning }: NewSearch) =>
  tx
    .insertInto('saved_searches')
    .values({
      profile_id: personId,
      query,
      alert,
      keys,
      words: meaning.wordsQuery === undefined ? null : sql<string>`${meaning.wordsQuery}::tsquery`,
      category_id: meaning.category ?? null,
      regions: meaning.regions ?? null,
      place_ids: meaning.whereabouts?.placeIds ?? null,
      place_prefix: meaning.whereabouts?.prefix ?? null,
      price_min: meaning.min ?? null,
      price_max: meaning.max ?? null,
      price_type: meaning.priceType ?? null,
    })
    .returning(SHOWN)
    .executeTakeFirstOrThrow()

/** Undefined when this person has no such search. */
export const updateAlert = (db: Database, personId: string, id: string, alert: Alert) =>
  db
    .updateTable('saved_searches')
    .set({ alert })
    .where('id', '=', id)
    .where('profile_id', '=', personId)
    .returning(SHOWN)
    .executeTakeFirst()

export async function deleteSaved(db: Database, personId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_searches')
    .where('id', '=', id)
    .where('profile_id', '=', personId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export interface Match {
  profile_id: string
  query: string
}

/**
 * Beyond `mostADay` of a search, those of instant alerts wait for the morning as well. Notes which saved searches a new product meets; those of instant alerts count as told and are returned, once each
 * however often this runs.
 */
export async function noteMatches(tx: Database, productId: string, mostADay: number): Promise<Match[]> {
  const { rows } = await sql<Match>`
    with met as (
      select * from searches_matching(${productId})
    ), noted as (
      insert into saved_search_matches (saved_search_id, product_id, told_at)
      select saved_search_id, ${productId}, case when alert = 'instant' and (
        select count(*) from saved_search_matches m
        where m.saved_search_id = met.saved_search_id and m.told_at > now() - interval '1 day'
      ) < ${mostADay} then now() end from met
      on conflict (saved_search_id, product_id) do nothing
      returning saved_search_id, told_at
    )
    select met.profile_id, met.query
    from noted join met using (saved_search_id)
    where noted.told_at is not null`.execute(tx)
  return rows
}

export const selectTitle = (db: Database, productId: string) =>
  db.selectFrom('products').select('title').where('id', '=', productId).executeTakeFirst()

export interface DayOfMatches extends Match {
  alert: string
  /** Of those that are still for sale. */
  count: number
}

/** Takes what waits to be told of at most `limit` searches; each is taken once. */
export async function takeUntold(tx: Database, limit: number): Promise<DayOfMatches[]> {
  const { rows } = await sql<DayOfMatches>`
    with waiting as (
      select distinct saved_search_id from saved_search_matches where told_at is null limit ${limit}
    ), taken as (
      update saved_search_matches m set told_at = now()
      from waiting where m.saved_search_id = waiting.saved_search_id and m.told_at is null
      returning m.saved_search_id, m.product_id
    )
    select s.profile_id, s.query, s.alert, count(p.id)::int as count
    from taken
    join saved_searches s on s.id = taken.saved_search_id
    left join products p on p.id = taken.product_id and p.status in ('available', 'reserved')
    group by s.id`.execute(tx)
  return rows
}

export const deleteOldMatches = (db: Database) =>
  db
    .deleteFrom('saved_search_matches')
    .where('matched_at', '<', sql<string>`now() - interval '30 days'`)
    .where('told_at', 'is not', null)
    .execute()

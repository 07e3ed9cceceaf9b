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

/**
 * Notes which saved searches a new product meets, each once however often this runs. Returns who is to be told at
 * once: of a search with instant alerts at most `mostADay` are, and the rest waits for the morning like those of
 * daily alerts. Of one person's searches one tells of it: any that does so at once, else the oldest in the morning.
 */
export async function noteMatches(tx: Database, productId: string, mostADay: number): Promise<string[]> {
  const { rows } = await sql<{ profile_id: string }>`
    with met as (
      select s.saved_search_id, s.profile_id, s.alert = 'instant' and (
        select count(*) from (
          select from saved_search_matches m
          where m.saved_search_id = s.saved_search_id and m.at_once and m.told_at > now() - interval '1 day'
          limit ${mostADay}
        ) as told
      ) < ${mostADay} as at_once
      from searches_matching(${productId}) s
    ), placed as (
      select *,
        bool_or(at_once) over (partition by profile_id) as is_told,
        row_number() over (partition by profile_id order by saved_search_id) as place
      from met
    ), noted as (
      insert into saved_search_matches (saved_search_id, product_id, at_once, told_at)
      select saved_search_id, ${productId}, at_once, case when is_told or place > 1 then now() end from placed
      on conflict (saved_search_id, product_id) do nothing
      returning saved_search_id, at_once
    )
    select distinct met.profile_id
    from noted join met using (saved_search_id)
    where noted.at_once`.execute(tx)
  return rows.map((row) => row.profile_id)
}

export const selectTitle = (db: Database, productId: string) =>
  db.selectFrom('products').select('title').where('id', '=', productId).executeTakeFirst()

export interface DayOfMatches {
  profile_id: string
  query: string
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

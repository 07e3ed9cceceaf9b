import { STORAGE_TIMES } from '#contract/personal-data/storage-times.ts'
import { sql } from 'kysely'
import { PRICE_MAX } from '#contract/limits.ts'
import { readChosen } from '#contract/search/chosen-values.ts'
import { columnParameters } from '#contract/search/search-filters.ts'
import type { Alert } from '#contract/selling/choices.ts'
import { cardColumns, type CardRow } from '#server/products/card.ts'
import { isOnSale } from '#server/products/visibility.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { SEARCH_VERSION, type SearchMeaning } from '#server/search/service.ts'

const SHOWN = ['id', 'query', 'alert', 'created_at as createdAt'] as const
export type SavedSearchRow = Awaited<ReturnType<typeof selectSaved>>[number]

export const selectSaved = (db: Database, userId: string) =>
  db
    .selectFrom('saved_searches')
    .select(SHOWN)
    .where('profile_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

interface NewSearch {
  userId: string
  query: string
  alert: Alert
  keys: string[]
  meaning: SearchMeaning
}

const oneOrAny = (chosen: string[]) => (chosen.length === 1 ? chosen[0] : { any: chosen })

/**
 * Wanted values of a product's columns, or two ends of a range: {"price_type": "fixed", "condition": {"any":
 * ["new", "good"]}, "price": [100, 2000]}.
 */
function wantedColumns(meaning: SearchMeaning) {
  const wanted: Record<string, unknown> = {}
  for (const { name, column, comparison } of columnParameters) {
    const value = meaning[name]
    if (value === undefined) continue
    const [least, most] = (wanted[column] as [number, number] | undefined) ?? [0, PRICE_MAX]
    if (comparison === 'one-of') wanted[column] = oneOrAny(readChosen(String(value)))
    else wanted[column] = comparison === 'from' ? [value, most] : [least, value]
  }
  return wanted
}

/** The columns by which products find a saved search. */
const meaningColumns = (meaning: SearchMeaning, keys: string[]) => ({
  keys,
  search_version: SEARCH_VERSION,
  words: meaning.wordsQuery === undefined ? null : sql<string>`${meaning.wordsQuery}::tsquery`,
  category_id: meaning.category ?? null,
  regions: meaning.regions ?? null,
  location_query:
    meaning.locationMatch === undefined ? null : sql<string>`${meaning.locationMatch.query}::tsquery`,
  place_ids: meaning.townIds ?? null,
  choices: JSON.stringify(wantedColumns(meaning)),
  attribute_ranges: JSON.stringify(
    Object.fromEntries((meaning.attributeRanges ?? []).map(({ name, min, max }) => [name, [min, max]])),
  ),
})

export const insertSaved = (tx: Database, { userId, query, alert, keys, meaning }: NewSearch) =>
  tx
    .insertInto('saved_searches')
    .values({ profile_id: userId, query, alert, ...meaningColumns(meaning, keys) })
    .returning(SHOWN)
    .executeTakeFirstOrThrow()

/** Searches whose meaning an earlier version has worked out. */
export const selectOutdated = (db: Database, limit: number) =>
  db
    .selectFrom('saved_searches')
    .select(['id', 'query'])
    .where('search_version', '=', sql.lit(0))
    .orderBy('id')
    .limit(sql.lit(limit))
    .execute()

export const updateMeaning = (db: Database, id: string, meaning: SearchMeaning, keys: string[]) =>
  db.updateTable('saved_searches').set(meaningColumns(meaning, keys)).where('id', '=', id).execute()

/** Returns undefined if the person has no such search. */
export const updateAlert = (db: Database, userId: string, id: string, alert: Alert) =>
  db
    .updateTable('saved_searches')
    .set({ alert })
    .where('id', '=', id)
    .where('profile_id', '=', userId)
    .returning(SHOWN)
    .executeTakeFirst()

export async function deleteSaved(db: Database, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('saved_searches')
    .where('id', '=', id)
    .where('profile_id', '=', userId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/**
 * Saves which searches a new product matches, each once even if this runs again. Returns the people to notify
 * at once: at most `maxPerDay` times a day for a search with instant alerts; further matches wait for the
 * morning, like those of daily alerts. A person with several matching searches is notified by one: an instant
 * one, otherwise the oldest.
 */
export async function insertMatches(tx: Database, productId: string, maxPerDay: number): Promise<string[]> {
  const { rows } = await sql<{ profile_id: string }>`
    with matching as (
      select s.saved_search_id, s.profile_id, s.alert = 'instant' and (
        select count(*) from (
          select from saved_search_matches m
          where m.saved_search_id = s.saved_search_id and m.at_once and m.told_at > now() - interval '1 day'
          limit ${sql.lit(maxPerDay)}
        ) as notified
      ) < ${maxPerDay} as at_once
      from searches_matching(${productId}) s
    ), numbered as (
      select *,
        bool_or(at_once) over (partition by profile_id) as is_notified,
        row_number() over (partition by profile_id order by saved_search_id) as number
      from matching
    ), added as (
      insert into saved_search_matches (saved_search_id, product_id, at_once, told_at)
      select saved_search_id, ${productId}, at_once, case when is_notified or number > 1 then now() end from numbered
      on conflict (saved_search_id, product_id) do nothing
      returning saved_search_id, at_once
    )
    select distinct matching.profile_id
    from added join matching using (saved_search_id)
    where added.at_once`.execute(tx)
  return rows.map((row) => row.profile_id)
}

const NEW_DAYS = 7

/**
 * Matches on sale of all of a person's searches, newest first; only the newest few of each search are
 * considered.
 */
export async function selectNewMatches(db: Database, userId: string, limit: number): Promise<CardRow[]> {
  const { rows } = await sql<CardRow>`
    with matched as (
      select m.product_id, max(m.matched_at) as at
      from saved_searches s
      cross join lateral (
        select product_id, matched_at from saved_search_matches
        where saved_search_id = s.id and matched_at > now() - make_interval(days => ${sql.lit(NEW_DAYS)})
        order by matched_at desc limit ${sql.lit(limit)}
      ) m
      where s.profile_id = ${userId}
      group by m.product_id
    )
    select ${cardColumns}
    from matched join products p on p.id = matched.product_id and ${isOnSale}
    left join product_images i on i.product_id = p.id and i.is_primary
    order by matched.at desc, p.id desc limit ${sql.lit(limit)}`.execute(db)
  return rows
}

export const selectTitle = (db: Database, productId: string) =>
  db.selectFrom('products').select('title').where('id', '=', productId).executeTakeFirst()

export interface DailyMatches {
  profile_id: string
  query: string
  alert: string
  /** Number of matches that are still for sale. */
  count: number
}

/**
 * Marks waiting matches of at most `limit` searches as notified; two simultaneous calls get different ones.
 */
export async function claimDailyMatches(tx: Database, limit: number): Promise<DailyMatches[]> {
  const { rows } = await sql<DailyMatches>`
    with waiting as (
      select distinct saved_search_id from saved_search_matches where told_at is null limit ${sql.lit(limit)}
    ), claimed as (
      update saved_search_matches m set told_at = now()
      from waiting where m.saved_search_id = waiting.saved_search_id and m.told_at is null
      returning m.saved_search_id, m.product_id
    )
    select s.profile_id, s.query, s.alert, count(p.id)::int as count
    from claimed
    join saved_searches s on s.id = claimed.saved_search_id
    left join products p on p.id = claimed.product_id and ${isOnSale}
      and block_between(s.profile_id, p.seller_id) is null
    group by s.id`.execute(tx)
  return rows
}

export const deleteOldMatches = (db: Database) =>
  db
    .deleteFrom('saved_search_matches')
    .where('matched_at', '<', sql<string>`now() - ${STORAGE_TIMES.savedSearchMatches}::interval`)
    .where('told_at', 'is not', null)
    .execute()

import { STORAGE_TIMES } from '#contract/personal-data/storage-times.ts'
import { sql } from 'kysely'
import type { ContactKind } from '#contract/products.ts'
import type { SellerPage } from '#contract/sellers.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { NewestCursor } from '#server/platform/db/newest-page.ts'
import { cardColumns, type CardRow } from '#server/products/card.ts'
import { sellerColumns } from '#server/products/seller.ts'
import { isOnSale, isPublic } from '#server/products/visibility.ts'
import type { TrustFacts } from './rules.ts'

export type SellerPageRow = NonNullable<Awaited<ReturnType<typeof selectSeller>>>

export function selectSeller(db: Database, id: string) {
  return db
    .selectFrom('profiles as s')
    .leftJoin('seller_figures as f', 'f.seller_id', 's.id')
    .leftJoin('deal_figures as d', 'd.person_id', 's.id')
    .leftJoin('accounts as a', 'a.id', 's.id')
    .select([...sellerColumns, 's.bio', 's.location'])
    .select([hasListed.as('has_listed'), asBuyer.as('as_buyer')])
    .where('s.id', '=', id)
    .where(sql<boolean>`not is_banned(s.id)`)
    .executeTakeFirst()
}

/**
 * Reads the index `products_of_seller`, which also has drafts and sold products; one seller has few of those.
 */
export async function selectUnsoldCards(
  db: Database,
  sellerId: string,
  after: NewestCursor | null,
  limit: number,
): Promise<CardRow[]> {
  const afterCursor = after ? sql`and (p.created_at, p.id) < (${after.createdAt}, ${after.id})` : sql``
  const { rows } = await sql<CardRow>`
    select ${cardColumns}
    from products p
    left join product_images i on i.product_id = p.id and i.is_primary
    where p.seller_id = ${sellerId} and ${isOnSale} ${afterCursor}
    order by p.created_at desc, p.id desc
    limit ${sql.lit(limit)}`.execute(db)
  return rows
}

/** True if a person of `profiles s` lists something public, or sold it. */
const hasListed = sql<boolean>`exists (
  select from products p where p.seller_id = s.id and ${isPublic}
)`

/** Rating of a person of `profiles s` by sellers. Reviews by one seller count once, and so do those of all who left. */
const asBuyer = sql<SellerPage['asBuyer']>`(
  select case when count(*) > 0 then json_build_object(
    'average', round(avg(r.rating) filter (where r.counts), 1), 'count', count(*) filter (where r.counts)
  ) end
  from (
    select distinct on (seller_id) rating, counts from buyer_reviews
    where buyer_id = s.id and is_shown
    order by seller_id, counts desc, created_at desc
  ) as r
)`

export const selectContacts = (db: Database, sellerId: string, viewerId: string) =>
  db
    .selectFrom('profiles as s')
    .select(['email', 'email_visibility', 'phone', 'phone_visibility', 'website', 'website_visibility'])
    .select(hasListed.as('has_listed'))
    .select(sql<boolean>`block_between(${viewerId}, s.id) is not null`.as('is_apart'))
    .where('s.id', '=', sellerId)
    .executeTakeFirst()

export const selectIsFirstDay = async (db: Database, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', userId)
    .where('created_at', '>', sql<string>`now() - interval '1 day'`)
    .executeTakeFirst()) !== undefined

/** A person who was deleted in the meantime has no figures. */
export async function selectTrustFacts(db: Database, personId: string): Promise<TrustFacts> {
  const row = await db
    .selectFrom('profiles as p')
    .leftJoin('deal_figures as d', 'd.person_id', 'p.id')
    .select(['p.phone_verified', 'd.partners'])
    .select(sql<number>`extract(epoch from now() - p.created_at)::float8 / 86400`.as('age_days'))
    .where('p.id', '=', personId)
    .executeTakeFirst()
  return {
    isPhoneVerified: row?.phone_verified ?? false,
    ageDays: row?.age_days ?? 0,
    partners: row?.partners ?? 0,
  }
}

export const insertReveal = (
  db: Database,
  reveal: { viewer_id: string; seller_id: string; kind: ContactKind },
) => db.insertInto('contact_reveals').values(reveal).execute()

export const deleteOldReveals = (db: Database) =>
  db
    .deleteFrom('contact_reveals')
    .where('created_at', '<', sql<string>`now() - ${STORAGE_TIMES.contactReveals}::interval`)
    .execute()

/**
 * Computes again how sellers answer, over conversations of the last `days` that others began, if there are at
 * least `least`: the median of minutes until the first answer, and the percentage that got one. Messages of
 * less than a day may still be answered, and people whom the seller has blocked need no answer.
 */
export const updateReplyFigures = (db: Database, { days, least }: { days: number; least: number }) =>
  sql`
    with written as (
      select p.seller_id, min(m.created_at) filter (where m.sender_id <> p.seller_id) as at,
        min(m.created_at) filter (where m.sender_id = p.seller_id) as answered_at
      from conversations c
      join products p on p.id = c.product_id
      join messages m on m.conversation_id = c.id
      where c.created_at > now() - make_interval(days => ${days})
        and not exists (
          select from blocks b
          where b.blocker_id = p.seller_id and b.blocked_id in (c.first_person, c.second_person)
        )
      group by c.id, p.seller_id
    ), answered as (
      select seller_id, extract(epoch from answered_at - at) / 60 as minutes from written
      where at < coalesce(answered_at, now() - interval '1 day')
    ), counted as (
      select seller_id,
        case when count(minutes) >= ${least}
          then (percentile_cont(0.5) within group (order by minutes))::int end as reply_minutes,
        case when count(*) >= ${least} then round(100.0 * count(minutes) / count(*))::smallint end as reply_rate
      from answered group by seller_id
    )
    update seller_figures f set reply_minutes = c.reply_minutes, reply_rate = c.reply_rate
    from seller_figures known left join counted c on c.seller_id = known.seller_id
    where f.seller_id = known.seller_id
      and (f.reply_minutes, f.reply_rate) is distinct from (c.reply_minutes, c.reply_rate)`.execute(db)

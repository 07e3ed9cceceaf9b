import { sql } from 'kysely'
import type { ContactKind } from '#contract/products.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { NewestCursor } from '#server/platform/db/newest-page.ts'
import { cardColumns, type CardRow } from '#server/products/card.ts'
import { sellerColumns } from '#server/products/seller.ts'
import { isOnSale, isPublic } from '#server/products/visibility.ts'

export type SellerPageRow = NonNullable<Awaited<ReturnType<typeof selectSeller>>>

export function selectSeller(db: Database, id: string) {
  return db
    .selectFrom('profiles as s')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('products as p')
          .innerJoin('product_reviews as v', 'v.product_id', 'p.id')
          .whereRef('p.seller_id', '=', 's.id')
          .where(isPublic)
          .where('v.is_earned', '=', true)
          .select([
            sql<number | null>`round(avg(v.rating), 1)::float8`.as('average'),
            sql<number>`count(*)::int`.as('count'),
          ])
          .as('r'),
      (join) => join.onTrue(),
    )
    .select([...sellerColumns, 's.bio', 's.location', 'r.average', 'r.count as review_count'])
    .select(hasListed.as('has_listed'))
    .where('s.id', '=', id)
    .executeTakeFirst()
}

/** Read along the index `products_of_seller`, which has drafts and sold ones too: those of one seller are few. */
export async function selectUnsoldCards(
  db: Database,
  sellerId: string,
  after: NewestCursor | null,
  limit: number,
): Promise<CardRow[]> {
  const onwards = after ? sql`and (p.created_at, p.id) < (${after.createdAt}, ${after.id})` : sql``
  const { rows } = await sql<CardRow>`
    select ${cardColumns}
    from products p
    left join product_images i on i.product_id = p.id and i.is_primary
    where p.seller_id = ${sellerId} and ${isOnSale} ${onwards}
    order by p.created_at desc, p.id desc
    limit ${sql.lit(limit)}`.execute(db)
  return rows
}

/** Whether a person of `profiles s` lists something that everyone may see, or sold it. */
const hasListed = sql<boolean>`exists (
  select from products p where p.seller_id = s.id and ${isPublic}
)`

export const selectContacts = (db: Database, sellerId: string) =>
  db
    .selectFrom('profiles as s')
    .select(['email', 'email_visibility', 'phone', 'phone_visibility', 'website', 'website_visibility'])
    .select(hasListed.as('has_listed'))
    .where('s.id', '=', sellerId)
    .executeTakeFirst()

export const selectIsFirstDay = async (db: Database, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', userId)
    .where('created_at', '>', sql<string>`now() - interval '1 day'`)
    .executeTakeFirst()) !== undefined

export const insertReveal = (
  db: Database,
  reveal: { viewer_id: string; seller_id: string; kind: ContactKind },
) => db.insertInto('contact_reveals').values(reveal).execute()

export const deleteOldReveals = (db: Database, days: number) =>
  db
    .deleteFrom('contact_reveals')
    .where('created_at', '<', sql<string>`now() - make_interval(days => ${days})`)
    .execute()

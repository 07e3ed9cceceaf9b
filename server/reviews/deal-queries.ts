import { sql } from 'kysely'
import type { BuyerChip } from '#contract/agreements/buyer-chips.ts'
import type { BuyerReviewForm } from '#contract/agreements/buyer-reviews.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { NewestCursor } from '#server/platform/db/newest-page.ts'

export type BuyerReviewRow = Awaited<ReturnType<typeof selectBuyerReviews>>[number]

/** A buyer's review that is shown now. */
interface ShownProductReview {
  id: string
  product_id: string
  seller_id: string
  reviewer_id: string | null
  title: string
  rating: number
  /** The writer's. */
  full_name: string | null
  username: string | null
}

interface ShownBuyerReview {
  buyer_id: string
  seller_id: string | null
  title: string
}

export interface Deal {
  id: string
  product_id: string | null
  seller_id: string
  buyer_id: string
  /** The listing's title. */
  title: string
  can_review: boolean
}

/**
 * Locks the product, the people and the deal, in the order in which steps of agreements lock them. Undefined unless it
 * is a deal of this seller.
 */
export async function lockDeal(tx: Database, id: string, sellerId: string): Promise<Deal | undefined> {
  await sql`
    select from products where id = (select product_id from agreements where id = ${id} and seller_id = ${sellerId})
    for share`.execute(tx)
  await sql`
    select from profiles p where p.id in (
      select unnest(array[a.buyer_id, a.seller_id]) from agreements a where a.id = ${id} and a.seller_id = ${sellerId}
    ) order by p.id for key share`.execute(tx)
  await sql`select from agreements where id = ${id} and seller_id = ${sellerId} for no key update`.execute(tx)
  const { rows } = await sql<Deal>`
    select a.id, a.product_id, a.seller_id, a.buyer_id, c.product_title as title,
      can_review_buyer(a) as can_review
    from agreements a join conversations c on c.id = a.conversation_id
    where a.id = ${id} and a.seller_id = ${sellerId} and a.state = 'done' and a.buyer_id is not null`.execute(
    tx,
  )
  return rows[0]
}

export const selectIsReviewed = async (tx: Database, id: string): Promise<boolean> =>
  (await tx.selectFrom('buyer_reviews').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** Returns whether it is shown at once. */
export async function insertBuyerReview(
  tx: Database,
  { deal, sharesAccess, form }: { deal: Deal; sharesAccess: boolean; form: BuyerReviewForm },
): Promise<boolean> {
  const { is_shown: isShown } = await tx
    .insertInto('buyer_reviews')
    .values({
      id: deal.id,
      seller_id: deal.seller_id,
      buyer_id: deal.buyer_id,
      ...form,
      counts: sql<boolean>`not ${sharesAccess}::boolean and exists (
        select from agreements where id = ${deal.id} and counts_for_buyer
      )`,
    })
    .returning('is_shown')
    .executeTakeFirstOrThrow()
  return isShown
}

export const updateBuyerReview = (tx: Database, id: string, form: BuyerReviewForm) =>
  tx
    .updateTable('buyer_reviews')
    .set({ ...form, edited_at: sql`now()` })
    .where('id', '=', id)
    .execute()

/** Returns undefined if the seller wrote no such review. */
export const lockOwnBuyerReview = (tx: Database, id: string, sellerId: string) =>
  tx
    .selectFrom('buyer_reviews')
    .select(['buyer_id', 'waits_until'])
    .where('id', '=', id)
    .where('seller_id', '=', sellerId)
    .forUpdate()
    .executeTakeFirst()

export const deleteBuyerReview = (tx: Database, id: string) =>
  tx.deleteFrom('buyer_reviews').where('id', '=', id).execute()

export const selectBuyerReviews = (
  db: Database,
  buyerId: string,
  after: NewestCursor | null,
  limit: number,
) =>
  db
    .selectFrom('buyer_reviews as r')
    .leftJoin('profiles as w', 'w.id', 'r.seller_id')
    .select(['r.id', 'r.rating', 'r.words', 'r.created_at', 'r.seller_id'])
    .select(['w.full_name', 'w.username', 'w.avatar_url'])
    .select(sql<BuyerChip[]>`r.chips`.as('chips'))
    .where('r.buyer_id', '=', buyerId)
    .where(sql<boolean>`not is_banned(r.buyer_id)`)
    .where('r.is_shown', '=', true)
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(r.created_at, r.id) < (${after?.createdAt}::timestamptz, ${after?.id}::uuid)`,
      ),
    )
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(sql.lit(limit))
    .execute()

export const selectPersonExists = async (db: Database, id: string): Promise<boolean> =>
  (await db
    .selectFrom('profiles')
    .select('id')
    .where('id', '=', id)
    .where(sql<boolean>`not is_banned(id)`)
    .executeTakeFirst()) !== undefined

/** Reviews that wait: of one deal's buyer or seller, or one whose time is over. */
type Waiting = { productId: string; buyerId: string } | { dueId: string }

/** Shows what the buyer wrote about the product. */
export async function showProductReviews(tx: Database, of: Waiting): Promise<ShownProductReview[]> {
  const which =
    'dueId' in of
      ? sql`r.id = ${of.dueId} and r.waits_until <= now()`
      : sql`r.product_id = ${of.productId} and r.reviewer_id = ${of.buyerId} and r.waits_until is not null`
  const { rows } = await sql<ShownProductReview>`
    with shown as (
      update product_reviews r set waits_until = null where ${which}
      returning r.id, r.product_id, r.reviewer_id, r.rating, r.removed_at
    )
    select r.id, r.product_id, r.reviewer_id, r.rating, p.title, p.seller_id, w.full_name, w.username
    from shown r join products p on p.id = r.product_id left join profiles w on w.id = r.reviewer_id
    where r.removed_at is null`.execute(tx)
  return rows
}

/** Shows what the seller wrote about the buyer of the product. */
export async function showBuyerReviews(tx: Database, of: Waiting): Promise<ShownBuyerReview[]> {
  const which =
    'dueId' in of
      ? sql`r.id = ${of.dueId} and r.waits_until <= now()`
      : sql`a.product_id = ${of.productId} and r.buyer_id = ${of.buyerId} and r.waits_until is not null`
  const { rows } = await sql<ShownBuyerReview>`
    with shown as (
      update buyer_reviews r set waits_until = null from agreements a where a.id = r.id and ${which}
      returning a.conversation_id, r.buyer_id, r.seller_id, r.is_shown
    )
    select r.buyer_id, r.seller_id, c.product_title as title
    from shown r join conversations c on c.id = r.conversation_id
    where r.is_shown`.execute(tx)
  return rows
}

/** Ids of reviews whose time is over, the oldest first. */
export const selectDueReviews = async (
  db: Database,
  table: 'product_reviews' | 'buyer_reviews',
  most: number,
): Promise<string[]> =>
  (
    await db
      .selectFrom(table)
      .select('id')
      .where('waits_until', '<=', sql<string>`now()`)
      .orderBy('waits_until')
      .limit(sql.lit(most))
      .execute()
  ).map(({ id }) => id)

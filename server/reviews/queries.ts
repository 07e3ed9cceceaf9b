import { type SelectQueryBuilder, sql } from 'kysely'
import type { ReviewForm } from '#contract/reviews.ts'
import type { BlockState } from '#server/blocks/service.ts'
import { isPublic } from '#server/products/visibility.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { DB } from '#server/platform/db/schema.ts'
import type { ListCursor } from './list-cursor.ts'

export const REVIEWERS_AT_ONCE = 200

export type ReviewRow = Awaited<ReturnType<typeof selectReviews>>[number]

const reviewsWithPeople = (db: Database) =>
  db
    .selectFrom('product_reviews as r')
    .innerJoin('products as p', 'p.id', 'r.product_id')
    .leftJoin('profiles as w', 'w.id', 'r.reviewer_id')
    .select([
      'r.id',
      'r.rating',
      'r.title',
      'r.comment',
      'r.created_at',
      'r.edited_at',
      'r.reply',
      'r.replied_at',
      'w.full_name',
      'w.username',
      'w.avatar_url',
      'r.standing',
      'r.waits_until',
      sql<boolean>`r.is_earned and r.earned_by = 'purchase'`.as('verified_purchase'),
      sql<string | null>`case when r.is_left_behind then r.written_title end`.as('former_title'),
    ])

/** Reviews that count come first, each group newest first. */
export function selectReviews(db: Database, productId: string, after: ListCursor | null, limit: number) {
  return reviewsWithPeople(db)
    .where('r.product_id', '=', productId)
    .where('r.removed_at', 'is', null)
    .where('r.waits_until', 'is', null)
    .where(isPublic)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(r.standing > ${after?.standing} or r.standing = ${after?.standing}
        and (r.created_at, r.id) < (${after?.createdAt}::timestamptz, ${after?.id}::uuid))`),
    )
    .orderBy('r.standing')
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(sql.lit(limit))
    .execute()
}

export const selectReview = (db: Database, id: string) =>
  reviewsWithPeople(db).where('r.id', '=', id).executeTakeFirst()

export const selectReviewBy = (db: Database, productId: string, reviewerId: string) =>
  reviewsWithPeople(db)
    .where('r.product_id', '=', productId)
    .where('r.reviewer_id', '=', reviewerId)
    .executeTakeFirst()

export const selectIsReviewedFrom = async (db: Database, productId: string, mailbox: Buffer) =>
  (await db
    .selectFrom('product_reviews')
    .select('id')
    .where('product_id', '=', productId)
    .where('reviewer_mailbox', '=', mailbox)
    .executeTakeFirst()) !== undefined

export const selectIsPublic = async (db: Database, productId: string): Promise<boolean> =>
  (await db
    .selectFrom('products as p')
    .select('p.id')
    .where('p.id', '=', productId)
    .where(isPublic)
    .executeTakeFirst()) !== undefined

const reviewedProduct = (
  query: SelectQueryBuilder<DB & { p: DB['products'] }, 'p', object>,
  { productId, reviewerId }: { productId: string; reviewerId: string },
) =>
  query
    .select(['p.id', 'p.title', 'p.status', 'p.seller_id', 'p.buyer_id'])
    .select(
      sql<boolean>`exists (
        select from agreements a where a.product_id = p.id and a.buyer_id = ${reviewerId} and a.state = 'done'
      )`.as('has_deal'),
    )
    .where('p.id', '=', productId)
    .where(isPublic)

export const selectReviewedProduct = (db: Database, productId: string, reviewerId: string) =>
  reviewedProduct(db.selectFrom('products as p'), { productId, reviewerId })
    .select(
      sql<string | null>`iso_moment(buyers_review_waits_until(newest_deal(p.id, ${reviewerId})))`.as(
        'review_waits_until',
      ),
    )
    .executeTakeFirst()

/** Locks the product until the transaction ends, so that it is not sold between the check and the review. */
export const lockReviewedProduct = (tx: Database, productId: string, reviewerId: string) =>
  reviewedProduct(tx.selectFrom('products as p').forShare(), { productId, reviewerId })
    .select(sql<BlockState>`block_between(${reviewerId}, p.seller_id)`.as('block'))
    .executeTakeFirst()

const texts = ({ rating, title, comment }: ReviewForm) => ({
  rating,
  title: title || null,
  comment: comment || null,
})

/**
 * Returns undefined if the person has reviewed it already, with this account or another one with the same
 * mailbox.
 */
export async function insertReview(
  tx: Database,
  review: {
    productId: string
    reviewerId: string
    mailbox: Buffer | undefined
    sharesAccess: boolean
    form: ReviewForm
  },
): Promise<string | undefined> {
  const row = await tx
    .insertInto('product_reviews')
    .values({
      product_id: review.productId,
      reviewer_id: review.reviewerId,
      reviewer_mailbox: review.mailbox ?? null,
      shares_access: review.sharesAccess,
      ...texts(review.form),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export const updateReview = (tx: Database, id: string, form: ReviewForm) =>
  tx
    .updateTable('product_reviews')
    .set({ ...texts(form), edited_at: sql`now()` })
    .where('id', '=', id)
    .execute()

/** Returns undefined if the person wrote no such review. */
export const lockOwnReview = (tx: Database, id: string, reviewerId: string) =>
  tx
    .selectFrom('product_reviews')
    .select([
      'id',
      'product_id',
      sql<string | null>`(select seller_id from products where id = product_id)`.as('seller_id'),
    ])
    .select(
      sql<BlockState>`block_between(reviewer_id, (select seller_id from products where id = product_id))`.as(
        'block',
      ),
    )
    .select(sql<boolean>`(newest_deal(product_id, reviewer_id)).id is not null`.as('has_deal'))
    .where('id', '=', id)
    .where('reviewer_id', '=', reviewerId)
    .forUpdate()
    .executeTakeFirst()

export const deleteReview = (tx: Database, id: string) =>
  tx.deleteFrom('product_reviews').where('id', '=', id).execute()

/**
 * Returns undefined if there is no such review of one of the seller's products. Locked because there is only
 * one reply.
 */
export const lockReviewOfSeller = (tx: Database, id: string, sellerId: string) =>
  tx
    .selectFrom('product_reviews as r')
    .innerJoin('products as t', 't.id', 'r.product_id')
    .select(['r.product_id', 'r.reviewer_id', 'r.reply', 't.title'])
    .select(sql<BlockState>`block_between(t.seller_id, r.reviewer_id)`.as('block'))
    .where('r.id', '=', id)
    .where('r.waits_until', 'is', null)
    .where('t.seller_id', '=', sellerId)
    .forUpdate('r')
    .executeTakeFirst()

export const updateReply = (tx: Database, id: string, text: string) =>
  tx
    .updateTable('product_reviews')
    .set({ reply: text, replied_at: sql`now()` })
    .where('id', '=', id)
    .execute()

/**
 * Sets the mailbox of reviews without one. If several accounts share a mailbox, only one review of each
 * product gets it.
 */
export async function updateReviewerMailbox(tx: Database, reviewerId: string, mailbox: Buffer) {
  await sql`
    update product_reviews r set reviewer_mailbox = ${mailbox}
    where r.reviewer_id = ${reviewerId} and r.reviewer_mailbox is null and not exists (
      select from product_reviews o where o.product_id = r.product_id and o.reviewer_mailbox = ${mailbox}
    )`.execute(tx)
}

/** The next people, ordered by id, with an account and reviews without a mailbox. */
export const selectReviewersWithoutMailbox = (db: Database, after: string | null) =>
  db
    .selectFrom('product_reviews as r')
    .innerJoin('accounts as a', 'a.id', 'r.reviewer_id')
    .select('a.id')
    .distinct()
    .where('r.reviewer_mailbox', 'is', null)
    .$if(after !== null, (query) => query.where('a.id', '>', after))
    .orderBy('a.id')
    .limit(sql.lit(REVIEWERS_AT_ONCE))
    .execute()

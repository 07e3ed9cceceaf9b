import { type SelectQueryBuilder, sql } from 'kysely'
import type { ReviewForm } from '#contract/reviews.ts'
import type { Database } from '#server/db/connect.ts'
import type { NewestPlace } from '#server/db/newest-page.ts'
import type { DB } from '#server/db/schema.ts'

export type ReviewRow = Awaited<ReturnType<typeof selectReviews>>[number]

const reviewsWithPeople = (db: Database) =>
  db
    .selectFrom('product_reviews as r')
    .innerJoin('products as t', 't.id', 'r.product_id')
    .leftJoin('profiles as p', 'p.id', 'r.reviewer_id')
    .select([
      'r.id',
      'r.rating',
      'r.title',
      'r.comment',
      'r.created_at',
      'r.edited_at',
      'r.reply',
      'r.replied_at',
      'p.full_name',
      'p.username',
      'p.avatar_url',
      // Null where either is unknown, which is no purchase.
      sql<boolean>`coalesce(t.status = 'sold' and t.buyer_id = r.reviewer_id, false)`.as('verified_purchase'),
    ])

/** Newest first, after `after` when it is given. */
export function selectReviews(db: Database, productId: string, after: NewestPlace | null, limit: number) {
  return reviewsWithPeople(db)
    .where('r.product_id', '=', productId)
    .where('t.status', '<>', 'draft')
    .$if(after !== null, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('r.created_at', 'r.id'), '<', tuple(after?.createdAt ?? '', after?.id ?? '')),
      ),
    )
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit)
    .execute()
}

export const selectReview = (db: Database, id: string) =>
  reviewsWithPeople(db).where('r.id', '=', id).executeTakeFirst()

export const selectReviewBy = (db: Database, productId: string, reviewerId: string) =>
  reviewsWithPeople(db)
    .where('r.product_id', '=', productId)
    .where('r.reviewer_id', '=', reviewerId)
    .executeTakeFirst()

export const selectIsPublic = async (db: Database, productId: string): Promise<boolean> =>
  (await db
    .selectFrom('products')
    .select('id')
    .where('id', '=', productId)
    .where('status', '<>', 'draft')
    .executeTakeFirst()) !== undefined

const reviewed = (query: SelectQueryBuilder<DB, 'products', object>, productId: string) =>
  query
    .select(['id', 'title', 'status', 'seller_id', 'buyer_id'])
    .where('id', '=', productId)
    .where('status', '<>', 'draft')

export const selectReviewed = (db: Database, productId: string) =>
  reviewed(db.selectFrom('products'), productId).executeTakeFirst()

/** Held as it is until the transaction ends, so that it is not sold between the check and the review. */
export const lockReviewed = (tx: Database, productId: string) =>
  reviewed(tx.selectFrom('products').forShare(), productId).executeTakeFirst()

const texts = ({ rating, title, comment }: ReviewForm) => ({
  rating,
  title: title || null,
  comment: comment || null,
})

/** Undefined when this person has reviewed it already. */
export async function insertReview(
  tx: Database,
  review: { productId: string; reviewerId: string; form: ReviewForm },
): Promise<string | undefined> {
  const row = await tx
    .insertInto('product_reviews')
    .values({ product_id: review.productId, reviewer_id: review.reviewerId, ...texts(review.form) })
    .onConflict((conflict) => conflict.constraint('one_review_per_person').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** False when this person has no such review. */
export async function updateReview(tx: Database, id: string, reviewerId: string, form: ReviewForm) {
  const { numUpdatedRows } = await tx
    .updateTable('product_reviews')
    .set({ ...texts(form), edited_at: sql`now()` })
    .where('id', '=', id)
    .where('reviewer_id', '=', reviewerId)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Undefined when this person wrote no such review. */
export const lockReviewOf = (tx: Database, id: string, reviewerId: string) =>
  tx
    .selectFrom('product_reviews')
    .select('id')
    .where('id', '=', id)
    .where('reviewer_id', '=', reviewerId)
    .forUpdate()
    .executeTakeFirst()

export const removeReview = (tx: Database, id: string) =>
  tx.deleteFrom('product_reviews').where('id', '=', id).execute()

/** Undefined when there is no such review of a product of this seller's. Locked, since only one answer counts. */
export const lockAnswerable = (tx: Database, id: string, sellerId: string) =>
  tx
    .selectFrom('product_reviews as r')
    .innerJoin('products as t', 't.id', 'r.product_id')
    .select(['r.product_id', 'r.reviewer_id', 'r.reply', 't.title'])
    .where('r.id', '=', id)
    .where('t.seller_id', '=', sellerId)
    .forUpdate('r')
    .executeTakeFirst()

export const setReply = (tx: Database, id: string, text: string) =>
  tx
    .updateTable('product_reviews')
    .set({ reply: text, replied_at: sql`now()` })
    .where('id', '=', id)
    .execute()

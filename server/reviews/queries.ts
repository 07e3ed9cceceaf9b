import type { Database } from '#server/db/connect.ts'
import type { NewestPlace } from '#server/db/newest-page.ts'

export type ReviewRow = Awaited<ReturnType<typeof selectReviews>>[number]

/** Newest first, after `after` when it is given. */
export function selectReviews(db: Database, productId: string, after: NewestPlace | null, limit: number) {
  return db
    .selectFrom('product_reviews as r')
    .leftJoin('profiles as p', 'p.id', 'r.reviewer_id')
    .select([
      'r.id',
      'r.rating',
      'r.title',
      'r.comment',
      'r.created_at',
      'p.full_name',
      'p.username',
      'p.avatar_url',
    ])
    .where('r.product_id', '=', productId)
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

export const selectIsPublic = async (db: Database, productId: string): Promise<boolean> =>
  (await db
    .selectFrom('products')
    .select('id')
    .where('id', '=', productId)
    .where('status', '<>', 'draft')
    .executeTakeFirst()) !== undefined

import { UNKNOWN_USER } from '#contract/accounts/unknown-user.ts'
import type { Review } from '#contract/reviews.ts'
import type { ReviewRow } from './queries.ts'

export const toReview = (row: ReviewRow): Review => ({
  id: row.id,
  rating: row.rating,
  title: row.title,
  comment: row.comment,
  createdAt: row.created_at,
  editedAt: row.edited_at,
  verifiedPurchase: row.verified_purchase,
  standing: row.standing,
  formerTitle: row.former_title,
  ...(row.waits_until !== null && { waitsUntil: row.waits_until }),
  reply:
    row.reply === null || row.replied_at === null ? null : { text: row.reply, createdAt: row.replied_at },
  // SPEC 3: another person is shown by full name, then username, then 'Unknown User'.
  reviewer: { name: row.full_name || row.username || UNKNOWN_USER, avatar: row.avatar_url },
})

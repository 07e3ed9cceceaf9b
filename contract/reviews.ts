import * as z from 'zod/mini'
import { REVIEW_STANDINGS } from '#contract/selling/choices.ts'
import { endpoint } from './endpoint.ts'
import { REVIEW_COMMENT_MAX, REVIEW_REPLY_MAX, REVIEW_TITLE_MAX } from './limits.ts'
import { Cursor, pageOf } from './page.ts'
import { line, paragraphs, REQUIRED } from '#contract/plain-text.ts'
import { ProductId } from './products.ts'

export const Review = z.object({
  id: z.string(),
  rating: z.int().check(z.minimum(1), z.maximum(5)),
  title: z.nullable(z.string()),
  comment: z.nullable(z.string()),
  createdAt: z.string(),
  editedAt: z.nullable(z.string()),
  /** True if the product was sold to this person. */
  verifiedPurchase: z.boolean(),
  /**
   * Only 'counted' affects the product's average. 'without-conversation' is from a person who neither bought the
   * product nor exchanged two messages each with the seller.
   */
  standing: z.enum(REVIEW_STANDINGS),
  /** The listing's title at that time, if it is another thing by now. */
  formerTitle: z.nullable(z.string()),
  /** Only in the writer's own review of a deal: when it is shown, if the seller does not write before. */
  waitsUntil: z.optional(z.string()),
  reply: z.nullable(z.object({ text: z.string(), createdAt: z.string() })),
  reviewer: z.object({ name: z.string(), avatar: z.nullable(z.string()) }),
})
export type Review = z.output<typeof Review>

/** SPEC 5; title and comment may be empty. */
export const ReviewForm = z.object({
  rating: z
    .int('Please select a rating')
    .check(z.minimum(1, 'Please select a rating'), z.maximum(5, 'Please select a rating')),
  title: line(REVIEW_TITLE_MAX),
  comment: paragraphs(REVIEW_COMMENT_MAX),
})
export type ReviewForm = z.output<typeof ReviewForm>

/**
 * Reasons why a person may not write a review: they have `reviewed` it already, are its `seller`, or it is
 * `sold` to somebody else.
 */
export const ReviewBar = z.enum(['reviewed', 'seller', 'sold'])
export type ReviewBar = z.output<typeof ReviewBar>

export const OwnReview = z.object({
  review: z.nullable(Review),
  /** Null if the person may write one. */
  bar: z.nullable(ReviewBar),
  /**
   * Set if the person confirmed a deal about the product and has written no review: `waitsUntil` is when one is shown that
   * is written now, if the seller does not write before; null if it is shown at once.
   */
  deal: z.optional(z.object({ waitsUntil: z.nullable(z.string()) })),
})
export type OwnReview = z.output<typeof OwnReview>

const Id = z.object({ id: z.uuid('Not a review id') })

export const reviewsContract = {
  listReviews: endpoint({
    method: 'GET',
    path: '/api/products/:id/reviews',
    access: 'everyone',
    summary:
      "Lists a product's reviews: first those that count towards its rating, last those without a conversation, each newest first.",
    params: z.object({ id: ProductId }),
    query: z.object({ cursor: z.optional(Cursor) }),
    reply: pageOf(Review),
    cacheSeconds: 0,
  }),
  getOwnReview: endpoint({
    method: 'GET',
    path: '/api/products/:id/own-review',
    access: 'signed-in',
    summary: "Returns the person's own review of a product, or whether they may write one.",
    params: z.object({ id: ProductId }),
    reply: OwnReview,
  }),
  createReview: endpoint({
    method: 'POST',
    path: '/api/products/:id/reviews',
    access: 'signed-in',
    summary: "Reviews a product once. It must not be the person's own, and must be unsold or sold to them.",
    params: z.object({ id: ProductId }),
    body: ReviewForm,
    reply: Review,
    status: 201,
  }),
  updateReview: endpoint({
    method: 'PUT',
    path: '/api/reviews/:id',
    access: 'owner',
    summary: "Changes one of the person's reviews.",
    params: Id,
    body: ReviewForm,
    reply: Review,
  }),
  deleteReview: endpoint({
    method: 'DELETE',
    path: '/api/reviews/:id',
    access: 'owner',
    summary: "Deletes one of the person's reviews.",
    params: Id,
    reply: z.object({}),
  }),
  replyToReview: endpoint({
    method: 'POST',
    path: '/api/reviews/:id/reply',
    access: 'owner',
    summary: "Adds the seller's only answer to a review.",
    params: Id,
    body: z.object({ text: paragraphs(REVIEW_REPLY_MAX, REQUIRED) }),
    reply: Review,
    status: 201,
  }),
}

import * as z from 'zod/mini'
import { REVIEW_STANDINGS } from '#contract/selling/choices.ts'
import { endpoint } from './endpoint.ts'
import { REVIEW_COMMENT_MAX, REVIEW_REPLY_MAX, REVIEW_TITLE_MAX } from './limits.ts'
import { Cursor, pageOf } from './page.ts'
import { line, paragraphs, REQUIRED } from './plain-text.ts'
import { ProductId } from './products.ts'

export const Review = z.object({
  id: z.string(),
  rating: z.int().check(z.minimum(1), z.maximum(5)),
  title: z.nullable(z.string()),
  comment: z.nullable(z.string()),
  createdAt: z.string(),
  editedAt: z.nullable(z.string()),
  /** Whether the product was sold to this person. */
  verifiedPurchase: z.boolean(),
  /** 'counted' moves the product's average; 'without-conversation' is by somebody of whom nothing is known. */
  standing: z.enum(REVIEW_STANDINGS),
  /** What the listing was called when this was written, where it is another thing by now. */
  formerTitle: z.nullable(z.string()),
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

/** Why somebody may not write a review: `reviewed` already, the `seller` is oneself, or it is `sold` to another. */
export const ReviewBar = z.enum(['reviewed', 'seller', 'sold'])
export type ReviewBar = z.output<typeof ReviewBar>

export const OwnReview = z.object({
  review: z.nullable(Review),
  /** Null when the person may write one. */
  bar: z.nullable(ReviewBar),
})
export type OwnReview = z.output<typeof OwnReview>

const Id = z.object({ id: z.uuid('Not a review id') })

export const reviewsContract = {
  listReviews: endpoint({
    method: 'GET',
    path: '/api/products/:id/reviews',
    access: 'everyone',
    summary:
      "A product's reviews: those that count towards its rating first, those without a conversation last, each newest first.",
    params: z.object({ id: ProductId }),
    query: z.object({ cursor: z.optional(Cursor) }),
    reply: pageOf(Review),
    cacheSeconds: 0,
  }),
  getOwnReview: endpoint({
    method: 'GET',
    path: '/api/products/:id/own-review',
    access: 'signed-in',
    summary: "The person's own review of a product, or whether they may write one.",
    params: z.object({ id: ProductId }),
    reply: OwnReview,
  }),
  createReview: endpoint({
    method: 'POST',
    path: '/api/products/:id/reviews',
    access: 'signed-in',
    summary:
      'Reviews a product: once, not one’s own, and only while it is unsold, or by whom it was sold to.',
    params: z.object({ id: ProductId }),
    body: ReviewForm,
    reply: Review,
    status: 201,
  }),
  updateReview: endpoint({
    method: 'PUT',
    path: '/api/reviews/:id',
    access: 'owner',
    summary: 'Changes a review of one’s own.',
    params: Id,
    body: ReviewForm,
    reply: Review,
  }),
  deleteReview: endpoint({
    method: 'DELETE',
    path: '/api/reviews/:id',
    access: 'owner',
    summary: 'Takes back a review of one’s own.',
    params: Id,
    reply: z.object({}),
  }),
  replyToReview: endpoint({
    method: 'POST',
    path: '/api/reviews/:id/reply',
    access: 'owner',
    summary: 'The answer of the product’s seller, once.',
    params: Id,
    body: z.object({ text: paragraphs(REVIEW_REPLY_MAX, REQUIRED) }),
    reply: Review,
    status: 201,
  }),
}

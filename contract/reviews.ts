import * as z from 'zod/mini'
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
  /** The seller's answer. */
  reply: z.nullable(z.object({ text: z.string(), createdAt: z.string() })),
  reviewer: z.object({ name: z.string(), avatar: z.nullable(z.string()) }),
})
export type Review = z.output<typeof Review>

export const listReviews = endpoint({
  method: 'GET',
  path: '/api/products/:id/reviews',
  summary: "A product's reviews, newest first.",
  params: z.object({ id: ProductId }),
  query: z.object({ cursor: z.optional(Cursor) }),
  reply: pageOf(Review),
  cacheSeconds: 0,
})

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

export const getOwnReview = endpoint({
  method: 'GET',
  path: '/api/products/:id/own-review',
  signedIn: true,
  summary: "The person's own review of a product, or whether they may write one.",
  params: z.object({ id: ProductId }),
  reply: OwnReview,
})

export const createReview = endpoint({
  method: 'POST',
  path: '/api/products/:id/reviews',
  signedIn: true,
  summary: 'Reviews a product: once, not one’s own, and only while it is unsold, or by whom it was sold to.',
  params: z.object({ id: ProductId }),
  body: ReviewForm,
  reply: Review,
  status: 201,
})

const Id = z.object({ id: z.uuid('Not a review id') })

export const editReview = endpoint({
  method: 'PUT',
  path: '/api/reviews/:id',
  signedIn: true,
  summary: 'Changes a review of one’s own.',
  params: Id,
  body: ReviewForm,
  reply: Review,
})

export const deleteReview = endpoint({
  method: 'DELETE',
  path: '/api/reviews/:id',
  signedIn: true,
  summary: 'Takes back a review of one’s own.',
  params: Id,
  reply: z.object({}),
})

export const replyToReview = endpoint({
  method: 'POST',
  path: '/api/reviews/:id/reply',
  signedIn: true,
  summary: 'The answer of the product’s seller, once.',
  params: Id,
  body: z.object({ text: paragraphs(REVIEW_REPLY_MAX, REQUIRED) }),
  reply: Review,
  status: 201,
})

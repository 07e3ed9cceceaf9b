import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { BUYER_REVIEW_WORDS_MAX } from '#contract/limits.ts'
import { Cursor, pageOf } from '#contract/page.ts'
import { paragraphs } from '#contract/plain-text.ts'
import { ReviewForm } from '#contract/reviews.ts'
import { BUYER_CHIP_NAMES, OPPOSITE_CHIPS } from './buyer-chips.ts'

const Chip = z.enum(BUYER_CHIP_NAMES)

/** A seller's review of the buyer of a deal. */
export const BuyerReviewForm = z.object({
  rating: ReviewForm.shape.rating,
  chips: z
    .array(Chip)
    .check(z.refine((chips) => new Set(chips).size === chips.length, 'Choose each of them once'))
    .check(
      z.refine(
        (chips) => !OPPOSITE_CHIPS.some((pair) => pair.every((chip) => chips.includes(chip))),
        'Only one of two opposites can be true',
      ),
    ),
  words: paragraphs(BUYER_REVIEW_WORDS_MAX),
})
export type BuyerReviewForm = z.output<typeof BuyerReviewForm>

/** The state of the viewer's review of a conversation's newest deal. */
export const DealReview = z.object({
  dealId: z.string(),
  /** Whether the viewer sold it, also once the listing is hidden or deleted. */
  isSeller: z.boolean(),
  /** 'waiting': written, and not shown yet. */
  state: z.enum(['open', 'waiting', 'shown']),
  /** When a seller can no longer write it, or when a waiting one is shown at the latest; otherwise null. */
  until: z.nullable(z.string()),
  /** The seller's own review of the buyer. */
  written: z.nullable(BuyerReviewForm),
})
export type DealReview = z.output<typeof DealReview>

export const BuyerReview = z.object({
  /** The id of the deal. */
  id: z.string(),
  rating: z.int(),
  chips: z.array(Chip),
  words: z.string(),
  createdAt: z.string(),
  /** The writer; `id` is null once they have left. */
  seller: z.object({ id: z.nullable(z.string()), name: z.string(), avatar: z.nullable(z.string()) }),
})
export type BuyerReview = z.output<typeof BuyerReview>

const Id = z.object({ id: z.uuid('Not an agreement id') })

export const buyerReviewsContract = {
  createBuyerReview: endpoint({
    method: 'POST',
    path: '/api/agreements/:id/buyer-review',
    access: 'owner',
    summary:
      'Reviews the buyer of a confirmed deal of the person’s own, once and within 14 days. It is shown once the buyer has written too, or after these days.',
    params: Id,
    body: BuyerReviewForm,
    reply: z.object({}),
    status: 201,
  }),
  updateBuyerReview: endpoint({
    method: 'PUT',
    path: '/api/agreements/:id/buyer-review',
    access: 'owner',
    summary: 'Changes the person’s review of a buyer while it is not shown.',
    params: Id,
    body: BuyerReviewForm,
    reply: z.object({}),
  }),
  deleteBuyerReview: endpoint({
    method: 'DELETE',
    path: '/api/agreements/:id/buyer-review',
    access: 'owner',
    summary: 'Deletes the person’s review of a buyer.',
    params: Id,
    reply: z.object({}),
  }),
  listBuyerReviews: endpoint({
    method: 'GET',
    path: '/api/sellers/:id/buyer-reviews',
    access: 'everyone',
    summary: 'Lists what sellers wrote about a person who bought from them, newest first.',
    params: z.object({ id: z.uuid('Not a person’s id') }),
    query: z.object({ cursor: z.optional(Cursor) }),
    reply: pageOf(BuyerReview),
    cacheSeconds: 0,
  }),
}

import type { buyerReviewsContract } from '#contract/agreements/buyer-reviews.ts'
import type { reviewsContract } from '#contract/reviews.ts'
import type { Context } from '#server/context.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import { createBuyerReview, deleteBuyerReview, listBuyerReviews, updateBuyerReview } from './buyer-reviews.ts'
import { getOwnReview, listReviews } from './service.ts'
import { createReview, deleteReview, replyToReview, updateReview } from './writing.ts'

export const reviewsRoutes = {
  listReviews: (ctx, { params, query }) => listReviews(ctx, { productId: params.id, cursor: query.cursor }),
  getOwnReview: (ctx, { viewer, params }) => getOwnReview(ctx, { productId: params.id, userId: viewer.id }),
  createReview: (ctx, { viewer, params, body }) =>
    createReview(ctx, { productId: params.id, userId: viewer.id, form: body }),
  updateReview: (ctx, { viewer, params, body }) =>
    updateReview(ctx, { reviewId: params.id, userId: viewer.id, form: body }),
  deleteReview: (ctx, { viewer, params }) => deleteReview(ctx, { reviewId: params.id, userId: viewer.id }),
  replyToReview: (ctx, { viewer, params, body }) =>
    replyToReview(ctx, { reviewId: params.id, userId: viewer.id, text: body.text }),
  createBuyerReview: (ctx, { viewer, params, body }) =>
    createBuyerReview(ctx, { dealId: params.id, userId: viewer.id, form: body }),
  updateBuyerReview: (ctx, { viewer, params, body }) =>
    updateBuyerReview(ctx, { dealId: params.id, userId: viewer.id, form: body }),
  deleteBuyerReview: (ctx, { viewer, params }) =>
    deleteBuyerReview(ctx, { dealId: params.id, userId: viewer.id }),
  listBuyerReviews: (ctx, { params, query }) =>
    listBuyerReviews(ctx, { buyerId: params.id, cursor: query.cursor }),
} satisfies Handlers<typeof reviewsContract & typeof buyerReviewsContract, Context>

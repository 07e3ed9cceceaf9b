import type { Hono } from 'hono'
import * as contract from '#contract/reviews.ts'
import { mount } from '#server/http/mount.ts'
import type { ReviewsService } from './service.ts'

export function reviewsRoutes(app: Hono, reviews: ReviewsService): void {
  mount(app, contract.listReviews, ({ params, query }) => reviews.list(params.id, query.cursor))
  mount(app, contract.getOwnReview, ({ params, viewer }) => reviews.own(params.id, viewer.id))
  mount(app, contract.createReview, ({ params, body, viewer }) => reviews.create(params.id, viewer.id, body))
  mount(app, contract.editReview, ({ params, body, viewer }) => reviews.edit(params.id, viewer.id, body))
  mount(app, contract.deleteReview, async ({ params, viewer }) => {
    await reviews.remove(params.id, viewer.id)
    return {}
  })
  mount(app, contract.replyToReview, ({ params, body, viewer }) =>
    reviews.reply(params.id, viewer.id, body.text),
  )
}

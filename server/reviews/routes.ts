import type { Hono } from 'hono'
import { listReviews } from '#contract/reviews.ts'
import { mount } from '#server/http/mount.ts'
import type { ReviewsService } from './service.ts'

export function reviewsRoutes(app: Hono, reviews: ReviewsService): void {
  mount(app, listReviews, ({ params, query }) => reviews.list(params.id, query.cursor))
}

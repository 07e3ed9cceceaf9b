import type { Domain } from '#server/context.ts'
import { handleReviewJobs } from './jobs.ts'
import { reviewsRoutes } from './routes.ts'

export const reviewsDomain = {
  routes: reviewsRoutes,
  jobs: handleReviewJobs,
} satisfies Domain

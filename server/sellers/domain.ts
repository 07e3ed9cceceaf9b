import type { Domain } from '#server/context.ts'
import { handleSellerJobs } from './jobs.ts'
import { sellersRoutes } from './routes.ts'

export const sellersDomain = {
  routes: sellersRoutes,
  jobs: handleSellerJobs,
} satisfies Domain

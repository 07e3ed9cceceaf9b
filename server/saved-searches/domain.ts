import type { Domain } from '#server/context.ts'
import { handleSavedSearchJobs } from './jobs.ts'
import { savedSearchesRoutes } from './routes.ts'

export const savedSearchesDomain = {
  routes: savedSearchesRoutes,
  jobs: handleSavedSearchJobs,
} satisfies Domain

import type { Domain } from '#server/context.ts'
import { handleSupportJobs } from './jobs.ts'
import { supportRoutes } from './routes.ts'

export const supportDomain = {
  routes: supportRoutes,
  jobs: handleSupportJobs,
} satisfies Domain

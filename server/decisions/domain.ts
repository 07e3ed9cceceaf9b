import type { Domain } from '#server/context.ts'
import { handleDecisionJobs } from './jobs.ts'
import { decisionsRoutes, reportsRoutes, staffRoutes } from './routes.ts'

export const decisionsDomain = {
  routes: { ...decisionsRoutes, ...reportsRoutes, ...staffRoutes },
  jobs: handleDecisionJobs,
} satisfies Domain

import type { Domain } from '#server/context.ts'
import { handleCaseJobs } from './jobs.ts'
import { casesRoutes, peopleRoutes } from './routes.ts'

export const casesDomain = {
  routes: { ...casesRoutes, ...peopleRoutes },
  jobs: handleCaseJobs,
} satisfies Domain

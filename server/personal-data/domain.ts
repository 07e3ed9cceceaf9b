import type { Domain } from '#server/context.ts'
import { handlePersonalDataJobs } from './jobs.ts'
import { personalDataErrors, personalDataRoutes } from './routes.ts'

export const personalDataDomain = {
  routes: personalDataRoutes,
  jobs: handlePersonalDataJobs,
  errorHandlers: personalDataErrors,
} satisfies Domain

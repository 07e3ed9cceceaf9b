import type { Domain } from '#server/context.ts'
import { followDesk } from '#server/moderation/cases/colleagues/following.ts'
import { colleaguesRoutes } from '#server/moderation/cases/colleagues/routes.ts'
import { handleCaseJobs } from './jobs.ts'
import { casesRoutes, peopleRoutes, queueRoutes } from './routes.ts'

export const casesDomain = {
  routes: { ...casesRoutes, ...colleaguesRoutes, ...queueRoutes, ...peopleRoutes },
  jobs: handleCaseJobs,
  addRoutes: (_app, ctx) => followDesk(ctx),
} satisfies Domain

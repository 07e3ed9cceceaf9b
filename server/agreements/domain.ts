import type { Domain } from '#server/context.ts'
import { endDueAgreements, followEnded } from './ending.ts'
import { remindOfMeetings } from './reminding.ts'
import { agreementsRoutes } from './routes.ts'

const EVERY_MINUTE = '* * * * *'

export const agreementsDomain = {
  routes: agreementsRoutes,
  jobs(ctx) {
    ctx.jobs.schedule('end-agreements', EVERY_MINUTE, () => endDueAgreements(ctx))
    ctx.jobs.schedule('remind-of-meetings', EVERY_MINUTE, () => remindOfMeetings(ctx))
  },
  addRoutes: (_app, ctx) => followEnded(ctx),
} satisfies Domain

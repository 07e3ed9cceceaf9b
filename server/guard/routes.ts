import type { guardContract } from '#contract/guard/guard.ts'
import type { Context } from '#server/context.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import { checkListing, reportFalseAlarm } from './service.ts'

export const guardRoutes = {
  checkListing: async (ctx, { body }) => ({ warnings: await checkListing(ctx, body) }),
  reportFalseAlarm: async (ctx, { viewer, params }) => {
    await reportFalseAlarm(ctx, { userId: viewer.id, messageId: params.id })
    return {}
  },
} satisfies Handlers<typeof guardContract, Context>

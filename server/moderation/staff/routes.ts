import type { staffContract } from '#contract/moderation/staff/staff.ts'
import type { Context } from '#server/context.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import { getOwnRole } from './service.ts'

export const staffRoutes = {
  getOwnRole: (ctx, { viewer }) => getOwnRole(ctx, { userId: viewer.id }),
} satisfies Handlers<typeof staffContract, Context>

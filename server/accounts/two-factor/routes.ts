import type { twoFactorContract } from '#contract/accounts/two-factor.ts'
import type { Context } from '#server/context.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import { readDevice } from '#server/accounts/sessions/client-device.ts'
import { replyWithSession } from '#server/accounts/sessions/session-reply.ts'
import { disableTwoFactor, renewRecoveryCodes } from './changes.ts'
import { verifyTwoFactor } from './second-step.ts'
import { cancelTwoFactor, enableTwoFactor, getSecurity, startTwoFactor } from './setup.ts'

const DONE = { done: true } as const

export const twoFactorRoutes = {
  startTwoFactor: (ctx, { viewer }) => startTwoFactor(ctx, { userId: viewer.id }),
  enableTwoFactor: async (ctx, { viewer, body }) => ({
    recoveryCodes: await enableTwoFactor(ctx, { viewer, code: body.code }),
  }),
  disableTwoFactor: async (ctx, { viewer, body }) => {
    await disableTwoFactor(ctx, { userId: viewer.id, code: body.code })
    return DONE
  },
  cancelTwoFactor: async (ctx, { viewer }) => {
    await cancelTwoFactor(ctx, { viewer })
    return DONE
  },
  renewRecoveryCodes: async (ctx, { viewer, body }) => ({
    recoveryCodes: await renewRecoveryCodes(ctx, { userId: viewer.id, code: body.code }),
  }),
  verifyTwoFactor: async (ctx, { body }, reply) => {
    const opened = await verifyTwoFactor(ctx, { ...body, device: readDevice(ctx, reply) })
    return { session: await replyWithSession(ctx, reply, opened) }
  },
  getSecurity: (ctx, { viewer }) => getSecurity(ctx, { userId: viewer.id }),
} satisfies Handlers<typeof twoFactorContract, Context>

import type { phoneContract } from '#contract/accounts/phone.ts'
import type { Context } from '#server/context.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import { sendPhoneCode, verifyPhone } from './phone.ts'

export const phoneRoutes = {
  sendPhoneCode: async (ctx, { viewer, body: { phone } }, reply) => {
    await sendPhoneCode(ctx, { userId: viewer.id, phone, address: ctx.addressOf(reply.request) })
    return { phone }
  },
  verifyPhone: async (ctx, { viewer, body }, reply) => {
    await verifyPhone(ctx, { userId: viewer.id, address: ctx.addressOf(reply.request), ...body })
    return { phone: body.phone }
  },
} satisfies Handlers<typeof phoneContract, Context>

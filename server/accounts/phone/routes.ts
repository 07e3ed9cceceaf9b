import type { phoneContract } from '#contract/accounts/phone.ts'
import type { Context } from '#server/context.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import { sendPhoneCode, verifyPhone } from './phone.ts'

export const phoneRoutes = {
  sendPhoneCode: async (ctx, { viewer, body: { phone } }, c) => {
    await sendPhoneCode(ctx, { userId: viewer.id, phone, address: ctx.addressOf(c) })
    return { phone }
  },
  verifyPhone: async (ctx, { viewer, body }, c) => {
    await verifyPhone(ctx, { userId: viewer.id, address: ctx.addressOf(c), ...body })
    return { phone: body.phone }
  },
} satisfies Handlers<typeof phoneContract, Context>

import type { supportContract } from '#contract/support.ts'
import type { Context } from '#server/context.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import { sendContactMessage } from './service.ts'

export const supportRoutes = {
  sendContactMessage: (ctx, { body }, reply) =>
    sendContactMessage(ctx, { message: body, address: ctx.addressOf(reply.request) }),
} satisfies Handlers<typeof supportContract, Context>

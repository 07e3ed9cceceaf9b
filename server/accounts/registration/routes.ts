import type { registrationContract } from '#contract/accounts/accounts.ts'
import type { Context } from '#server/context.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import { readDevice } from '#server/accounts/sessions/client-device.ts'
import { replyToSignIn, replyWithSession } from '#server/accounts/sessions/session-reply.ts'
import { nameBrowser } from '#server/accounts/sessions/cookies.ts'
import { resendVerification, verifyEmail } from './address-confirmation.ts'
import { register } from './registration.ts'

export const registrationRoutes = {
  register: async (ctx, { body }, reply) => {
    const device = { ...readDevice(ctx, reply), browser: nameBrowser(ctx, reply) }
    const opened = await register(ctx, { ...body, device })
    return { session: opened && (await replyWithSession(ctx, reply, opened)) }
  },
  verifyEmail: async (ctx, { body }, reply) => {
    const { signedIn, ...rest } = await verifyEmail(ctx, { ...body, device: readDevice(ctx, reply) })
    return { ...(await replyToSignIn(ctx, reply, signedIn)), ...rest }
  },
  resendVerification: async (ctx, { body }, reply) => {
    await resendVerification(ctx, { email: body.email, device: readDevice(ctx, reply) })
    return { done: true } as const
  },
} satisfies Handlers<typeof registrationContract, Context>

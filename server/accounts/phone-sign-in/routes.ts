import type { phoneSignInContract } from '#contract/accounts/phone-sign-in.ts'
import type { Context } from '#server/context.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import { readDevice } from '#server/accounts/sessions/client-device.ts'
import { nameBrowser } from '#server/accounts/sessions/cookies.ts'
import { replyToSignIn } from '#server/accounts/sessions/session-reply.ts'
import { requestSignInLink } from '#server/accounts/sessions/sign-in-link.ts'
import { createBrowserCheck } from './browser-check.ts'
import { requestPhoneSignIn } from './codes.ts'
import { signInByPhone } from './sign-in.ts'

export const phoneSignInRoutes = {
  checkBrowser: async (ctx, _, reply) => createBrowserCheck(ctx, nameBrowser(ctx, reply)),
  requestPhoneSignIn: async (ctx, { body: { phone, proof } }, reply) => {
    const device = { ...readDevice(ctx, reply), browser: nameBrowser(ctx, reply) }
    const { onlyKnown } = await requestPhoneSignIn(ctx, { phone, device, proof })
    return { phone, onlyKnown }
  },
  requestPhoneLink: async (ctx, { body: { phone } }, reply) => {
    const device = { ...readDevice(ctx, reply), browser: nameBrowser(ctx, reply) }
    await requestSignInLink(ctx, { typed: phone, device })
    return { done: true } as const
  },
  signInByPhone: async (ctx, { body }, reply) => {
    const device = { ...readDevice(ctx, reply), browser: nameBrowser(ctx, reply) }
    const { signedIn, ...rest } = await signInByPhone(ctx, { ...body, device })
    return { ...(await replyToSignIn(ctx, reply, signedIn)), ...rest }
  },
} satisfies Handlers<typeof phoneSignInContract, Context>

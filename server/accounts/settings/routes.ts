import type { FastifyInstance } from 'fastify'
import { settingsContract } from '#contract/accounts/account-settings.ts'
import type { Context } from '#server/context.ts'
import { getAccount } from '#server/accounts/account.ts'
import {
  reauthenticate,
  requestProofCode,
  requestProofLink,
} from '#server/accounts/sessions/reauthentication.ts'
import { findRefreshToken } from '#server/accounts/sessions/cookies.ts'
import { proveSecondStep } from '#server/accounts/two-factor/changes.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import { confirmEmailChange, requestEmailChange } from './email-change.ts'
import { getPreferences, unsubscribeMail, unsubscribePageUrl, updatePreferences } from './preferences.ts'

const DONE = { done: true } as const

export const settingsRoutes = {
  getAccount: async ({ db }, { viewer }) => {
    const account = await getAccount(db, { userId: viewer.id })
    const { email, phone } = account
    return { email, phone, hasPassword: account.password_hash !== null }
  },
  changeEmail: async (ctx, { viewer, body }, reply) => {
    await requestEmailChange(ctx, { viewer, email: body.email, address: ctx.addressOf(reply.request) })
    return DONE
  },
  confirmEmailChange: (ctx, { body }, reply) =>
    confirmEmailChange(ctx, { ...body, refreshToken: findRefreshToken(ctx, reply) }),
  reauthenticate: async (ctx, { viewer, body }, reply) => {
    const { secondFactor, ...proof } = body
    if (secondFactor !== undefined) await proveSecondStep(ctx, { viewer, code: secondFactor })
    else await reauthenticate(ctx, { viewer, address: ctx.addressOf(reply.request), ...proof })
    return DONE
  },
  requestProofCode: async (ctx, { viewer }, reply) => {
    await requestProofCode(ctx, { viewer, address: ctx.addressOf(reply.request) })
    return DONE
  },
  requestProofLink: async (ctx, { viewer }) => {
    await requestProofLink(ctx, { viewer })
    return DONE
  },
  getPreferences: ({ db }, { viewer }) => getPreferences(db, { userId: viewer.id }),
  updatePreferences: (ctx, { viewer, body }) => updatePreferences(ctx, { userId: viewer.id, change: body }),
  unsubscribeMail: (ctx, { params }) => unsubscribeMail(ctx, { token: params.token }),
} satisfies Handlers<typeof settingsContract, Context>

/**
 * Password managers send people to this address to change a password (W3C, 'A Well-Known URL for Changing
 * Passwords').
 */
export const addChangePasswordAddress = (app: FastifyInstance): void =>
  void app.get('/.well-known/change-password', async (_request, reply) =>
    reply.redirect('/settings-page?change=password'),
  )

/** A GET must not unsubscribe anybody, because some programs open every address in a mail. */
export function addUnsubscribePage(app: FastifyInstance, ctx: Context): void {
  app.get<{ Params: { token: string } }>(settingsContract.unsubscribeMail.path, async ({ params }, reply) =>
    reply.redirect(unsubscribePageUrl(ctx, { token: params.token })),
  )
}

import type { Hono } from 'hono'
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
  changeEmail: async (ctx, { viewer, body }, c) => {
    await requestEmailChange(ctx, { viewer, email: body.email, address: ctx.addressOf(c) })
    return DONE
  },
  confirmEmailChange: (ctx, { body }, c) =>
    confirmEmailChange(ctx, { ...body, refreshToken: findRefreshToken(ctx, c) }),
  reauthenticate: async (ctx, { viewer, body }, c) => {
    const { secondFactor, ...proof } = body
    if (secondFactor !== undefined) await proveSecondStep(ctx, { viewer, code: secondFactor })
    else await reauthenticate(ctx, { viewer, address: ctx.addressOf(c), ...proof })
    return DONE
  },
  requestProofCode: async (ctx, { viewer }, c) => {
    await requestProofCode(ctx, { viewer, address: ctx.addressOf(c) })
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

/** Where programs that keep passwords send people to change one (W3C, 'A Well-Known URL for Changing Passwords'). */
export const mountChangePasswordAddress = (app: Hono): void =>
  void app.get('/.well-known/change-password', (c) => c.redirect('/settings-page?change=password'))

/** Programs that open every address of a mail must not unsubscribe anybody. */
export function mountUnsubscribePage(app: Hono, ctx: Context): void {
  app.get(settingsContract.unsubscribeMail.path, (c) =>
    c.redirect(unsubscribePageUrl(ctx, { token: c.req.param('token') })),
  )
}

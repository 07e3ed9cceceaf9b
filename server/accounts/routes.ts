import type { Hono, MiddlewareHandler } from 'hono'
import { recordAccess } from '#server/access-traces/service.ts'
import type { Context } from '#server/context.ts'
import { requireRole } from '#server/moderation/service.ts'
import { identify, type Identity } from '#server/platform/http/viewer.ts'
import { mountOAuth, nativeSignInRoutes } from '#server/accounts/oauth/routes.ts'
import { phoneRoutes } from '#server/accounts/phone/routes.ts'
import { phoneSignInRoutes } from '#server/accounts/phone-sign-in/routes.ts'
import { mountAvatarUpload, profileRoutes } from '#server/accounts/profile/routes.ts'
import { registrationRoutes } from '#server/accounts/registration/routes.ts'
import { authenticate, listOpenSessions, readAccessToken } from '#server/accounts/sessions/authentication.ts'
import { findRememberedAccount, nameBrowser } from '#server/accounts/sessions/cookies.ts'
import { requireFreshProof, requireFreshSecondStep } from '#server/accounts/sessions/reauthentication.ts'
import { sessionsRoutes } from '#server/accounts/sessions/routes.ts'
import {
  mountChangePasswordAddress,
  mountUnsubscribePage,
  settingsRoutes,
} from '#server/accounts/settings/routes.ts'
import { twoFactorRoutes } from '#server/accounts/two-factor/routes.ts'

export const accountsRoutes = {
  ...registrationRoutes,
  ...sessionsRoutes,
  ...settingsRoutes,
  ...twoFactorRoutes,
  ...phoneRoutes,
  ...phoneSignInRoutes,
  ...nativeSignInRoutes,
  ...profileRoutes,
}

/** Each session that is opened or refreshed leaves a trace of its device and address. */
const recordSessions =
  (ctx: Context): MiddlewareHandler =>
  async (c, next) => {
    await next()
    const accountId = findRememberedAccount(c)
    if (accountId === undefined) return
    await recordAccess(ctx, { accountId, device: nameBrowser(ctx, c), address: ctx.addressOf(c) })
  }

/** By which requests say whose they are. */
export const createIdentity = (ctx: Context): Identity => ({
  authenticate: (authorization) => authenticate(ctx, authorization),
  requireRole: (viewer, role) => requireRole(ctx, { viewer, role }),
  requireFreshProof: (viewer) => requireFreshProof(ctx, viewer),
  requireFreshSecondStep: (viewer) => requireFreshSecondStep(ctx, viewer),
})

/** Who the viewer is, for every endpoint mounted later, and what is no endpoint of the contract. */
export function mountAccounts(app: Hono, ctx: Context, identity: Identity): void {
  app.use(identify(identity))
  app.use('/api/auth/*', recordSessions(ctx))
  mountOAuth(app, ctx)
  mountAvatarUpload(app, ctx)
  mountUnsubscribePage(app, ctx)
  mountChangePasswordAddress(app)
  ctx.live.useRules({
    readToken: (token) => readAccessToken(ctx, token),
    listOpenSessions: (sessionIds) => listOpenSessions(ctx, sessionIds),
    onSessionsEnded: ctx.revocations.onRevoked,
  })
}

import type { FastifyInstance } from 'fastify'
import type { Context } from '#server/context.ts'
import { requireRole } from '#server/moderation/staff/service.ts'
import type { Identity } from '#server/platform/http/viewer.ts'
import { addOAuth, nativeSignInRoutes } from '#server/accounts/oauth/routes.ts'
import { phoneRoutes } from '#server/accounts/phone/routes.ts'
import { phoneSignInRoutes } from '#server/accounts/phone-sign-in/routes.ts'
import { profileRoutes } from '#server/accounts/profile/routes.ts'
import { registrationRoutes } from '#server/accounts/registration/routes.ts'
import { authenticate, listOpenSessions, readAccessToken } from '#server/accounts/sessions/authentication.ts'
import { requireFreshProof, requireFreshSecondStep } from '#server/accounts/sessions/reauthentication.ts'
import { sessionsRoutes } from '#server/accounts/sessions/routes.ts'
import {
  addChangePasswordAddress,
  addUnsubscribePage,
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

/** Identifies the people who send requests. */
export const createIdentity = (ctx: Context): Identity => ({
  authenticate: (authorization) => authenticate(ctx, authorization),
  requireRole: (viewer, role) => requireRole(ctx, { viewer, role }),
  requireFreshProof: (viewer) => requireFreshProof(ctx, viewer),
  requireFreshSecondStep: (viewer) => requireFreshSecondStep(ctx, viewer),
})

/** Adds the routes that are not endpoints of the contract. */
export function addAccounts(app: FastifyInstance, ctx: Context): void {
  addOAuth(app, ctx)
  addUnsubscribePage(app, ctx)
  addChangePasswordAddress(app)
  ctx.live.useRules({
    readToken: (token) => readAccessToken(ctx, token),
    listOpenSessions: (sessionIds) => listOpenSessions(ctx, sessionIds),
    onSessionsEnded: ctx.revocations.onRevoked,
  })
}

import type { sessionsContract } from '#contract/accounts/accounts.ts'
import type { Context } from '#server/context.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import { readDevice } from './client-device.ts'
import { replyToSignIn, replyWithSession } from './session-reply.ts'
import { deleteRefreshToken, findRefreshToken, nameBrowser } from './cookies.ts'
import { logIn } from './login.ts'
import { recoverSession, requestPasswordReset, updatePassword } from './password-change.ts'
import { requireFreshProof } from '#server/platform/http/viewer.ts'
import { endDevice, endOtherDevices, listDevices, logOut, refreshSession } from './service.ts'
import { openSignInLink, requestSignInLink } from './sign-in-link.ts'

const DONE = { done: true } as const

export const sessionsRoutes = {
  login: async (ctx, { body }, c) =>
    replyToSignIn(ctx, c, await logIn(ctx, { ...body, device: readDevice(ctx, c) })),
  requestSignInLink: async (ctx, { body }, c) => {
    const device = { ...readDevice(ctx, c), browser: nameBrowser(ctx, c) }
    await requestSignInLink(ctx, { typed: body.email, device })
    return DONE
  },
  openSignInLink: async (ctx, { body }, c) => {
    const { signedIn, account } = await openSignInLink(ctx, { ...body, device: readDevice(ctx, c) })
    return { ...replyToSignIn(ctx, c, signedIn), account }
  },
  refreshSession: async (ctx, _input, c) => {
    const opened = await refreshSession(ctx, {
      refreshToken: findRefreshToken(ctx, c),
      device: readDevice(ctx, c),
    })
    return { session: replyWithSession(ctx, c, opened) }
  },
  logout: async (ctx, { viewer, body }, c) => {
    if (body.scope === 'global') await requireFreshProof(c, viewer)
    await logOut(ctx, { viewer, scope: body.scope })
    deleteRefreshToken(ctx, c)
    return DONE
  },
  requestPasswordReset: async (ctx, { body }, c) => {
    const device = { ...readDevice(ctx, c), browser: nameBrowser(ctx, c) }
    await requestPasswordReset(ctx, { email: body.email, device })
    return DONE
  },
  recoverSession: async (ctx, { body }, c) => {
    const { signedIn, account } = await recoverSession(ctx, { ...body, device: readDevice(ctx, c) })
    return { ...replyToSignIn(ctx, c, signedIn), account }
  },
  updatePassword: async (ctx, { viewer, body }, c) => {
    await updatePassword(ctx, { viewer, address: ctx.addressOf(c), ...body })
    return DONE
  },
  listDevices: async (ctx, { viewer }) => ({ devices: await listDevices(ctx, { viewer }) }),
  endDevice: async (ctx, { viewer, params }) => {
    await endDevice(ctx, { userId: viewer.id, sessionId: params.id })
    return DONE
  },
  endOtherDevices: async (ctx, { viewer }) => {
    await endOtherDevices(ctx, { viewer })
    return DONE
  },
} satisfies Handlers<typeof sessionsContract, Context>

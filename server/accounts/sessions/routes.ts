import type { sessionsContract } from '#contract/accounts/accounts.ts'
import type { Context } from '#server/context.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import { readDevice } from './client-device.ts'
import { replyToSignIn, replyWithSession } from './session-reply.ts'
import { deleteRefreshToken, findRefreshToken, nameBrowser } from './cookies.ts'
import { logIn } from './login.ts'
import { recoverSession, requestPasswordReset, updatePassword } from './password-change.ts'
import { requireFreshProof } from './reauthentication.ts'
import { endDevice, endOtherDevices, listDevices, logOut, refreshSession } from './service.ts'
import { openSignInLink, requestSignInLink } from './sign-in-link.ts'

const DONE = { done: true } as const

export const sessionsRoutes = {
  login: async (ctx, { body }, reply) =>
    replyToSignIn(ctx, reply, await logIn(ctx, { ...body, device: readDevice(ctx, reply) })),
  requestSignInLink: async (ctx, { body }, reply) => {
    const device = { ...readDevice(ctx, reply), browser: nameBrowser(ctx, reply) }
    await requestSignInLink(ctx, { typed: body.email, device })
    return DONE
  },
  openSignInLink: async (ctx, { body }, reply) => {
    const { signedIn, account } = await openSignInLink(ctx, { ...body, device: readDevice(ctx, reply) })
    return { ...(await replyToSignIn(ctx, reply, signedIn)), account }
  },
  refreshSession: async (ctx, _input, reply) => {
    const opened = await refreshSession(ctx, {
      refreshToken: findRefreshToken(ctx, reply),
      device: readDevice(ctx, reply),
    })
    return { session: await replyWithSession(ctx, reply, opened) }
  },
  logout: async (ctx, { viewer, body }, reply) => {
    if (body.scope === 'global') await requireFreshProof(ctx, viewer)
    await logOut(ctx, { viewer, scope: body.scope })
    deleteRefreshToken(ctx, reply)
    return DONE
  },
  requestPasswordReset: async (ctx, { body }, reply) => {
    const device = { ...readDevice(ctx, reply), browser: nameBrowser(ctx, reply) }
    await requestPasswordReset(ctx, { email: body.email, device })
    return DONE
  },
  recoverSession: async (ctx, { body }, reply) => {
    const { signedIn, account } = await recoverSession(ctx, { ...body, device: readDevice(ctx, reply) })
    return { ...(await replyToSignIn(ctx, reply, signedIn)), account }
  },
  updatePassword: async (ctx, { viewer, body }, reply) => {
    await updatePassword(ctx, { viewer, address: ctx.addressOf(reply.request), ...body })
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

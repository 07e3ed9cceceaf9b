import type { FastifyInstance, FastifyReply } from 'fastify'
import type { nativeSignInContract } from '#contract/accounts/native-sign-in.ts'
import { ownPath } from '#contract/own-path.ts'
import type { Context } from '#server/context.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Handlers } from '#server/platform/http/calls.ts'
import { readDevice } from '#server/accounts/sessions/client-device.ts'
import { countSignIn, replyToSignIn } from '#server/accounts/sessions/session-reply.ts'
import { listKnownAccounts, setRefreshToken } from '#server/accounts/sessions/cookies.ts'
import { exchangeNativeCode } from './native.ts'
import { type PendingSignIn, startPendingSignIn, takePendingSignIn } from './pending-sign-in.ts'
import {
  type OAuthQuery,
  redirect,
  redirectFailed,
  redirectRefused,
  redirectToApp,
  redirectWithNext,
} from './redirects.ts'
import { findProvider, finishNativeOAuth, finishOAuth, getAuthorizationUrl } from './service.ts'

const queryOf = ({ request }: FastifyReply) => request.query as OAuthQuery

const NATIVE_CHALLENGE = /^[\w-]{43}$/

export const nativeSignInRoutes = {
  exchangeNativeCode: async (ctx, { body }, reply) =>
    replyToSignIn(ctx, reply, await exchangeNativeCode(ctx, { ...body, device: readDevice(ctx, reply) })),
} satisfies Handlers<typeof nativeSignInContract, Context>

/**
 * `GET /api/auth/oauth/{google|github}?next=/own/path` saves the pending sign-in in a cookie and redirects to
 * the provider. A native app adds `native=` with the SHA-256 (base64url) of a verifier that it keeps, and
 * gets its deep link back.
 */
async function startOAuth(ctx: Context, reply: FastifyReply): Promise<FastifyReply> {
  const provider = findProvider(ctx, (reply.request.params as { provider: string }).provider)
  const nativeChallenge = queryOf(reply).native
  const isNative = nativeChallenge !== undefined
  try {
    const hasApp = ctx.config.oauth.nativeCallback !== undefined
    const isPossible = !isNative || (NATIVE_CHALLENGE.test(nativeChallenge) && hasApp)
    if (!provider || !isPossible) throw new AppError('provider-unknown')
    const pending = startPendingSignIn(ctx, reply, {
      provider,
      next: ownPath(queryOf(reply).next),
      nativeChallenge,
      knownAccounts: listKnownAccounts(ctx, reply),
    })
    return redirect(reply, String(await getAuthorizationUrl(ctx, pending)))
  } catch (error) {
    return redirectFailed(ctx, reply, { provider, isNative, error })
  }
}

async function finish(ctx: Context, reply: FastifyReply, pending: PendingSignIn): Promise<FastifyReply> {
  const { next, nativeChallenge } = pending
  const code = queryOf(reply).code ?? ''
  const device = { ...readDevice(ctx, reply), knownAccounts: pending.knownAccounts }
  if (nativeChallenge !== undefined) {
    return redirectToApp(ctx, reply, await finishNativeOAuth(ctx, { pending, code, device, nativeChallenge }))
  }
  const signedIn = await finishOAuth(ctx, { pending, code, device })
  countSignIn(ctx, reply, signedIn)
  const { opened, challenge } = signedIn
  if (!opened) return redirectWithNext(reply, { path: '/auth/login', next, hash: `#challenge=${challenge}` })
  // The other site's redirect did not carry the strict device cookie; the page's first refresh writes it.
  setRefreshToken(ctx, reply, opened.refreshToken)
  return redirectWithNext(reply, { path: '/auth/callback', next })
}

/**
 * The provider sends the browser to `GET /api/auth/oauth/{google|github}/callback`. It sets the refresh
 * cookie and redirects to `/auth/callback?next=`, where the page fetches its session; with two-factor on, to
 * `/auth/login#challenge=`; after a failure, to `/auth/callback?provider=&error=&error_description=`.
 */
async function finishAtCallback(ctx: Context, reply: FastifyReply): Promise<FastifyReply> {
  const provider = findProvider(ctx, (reply.request.params as { provider: string }).provider)
  const pending = provider && takePendingSignIn(ctx, reply, { provider, state: queryOf(reply).state })
  const isNative = pending?.nativeChallenge !== undefined
  try {
    if (!provider) throw new AppError('provider-unknown')
    // This is refused before anything is counted, because any site could send a neighbour's browser here.
    if (!pending) throw new AppError('sign-in-expired')
    const error = queryOf(reply).error
    if (error !== undefined) return redirectRefused(ctx, reply, { provider, isNative, error })
    return await finish(ctx, reply, pending)
  } catch (error) {
    return redirectFailed(ctx, reply, { provider, isNative, error })
  }
}

/**
 * Adds addresses that browsers visit. They reply with redirects instead of JSON, so the contract does not
 * list them.
 */
export function addOAuth(app: FastifyInstance, ctx: Context): void {
  app.get('/api/auth/oauth/:provider', (_request, reply) => startOAuth(ctx, reply))
  app.get('/api/auth/oauth/:provider/callback', (_request, reply) => finishAtCallback(ctx, reply))
}

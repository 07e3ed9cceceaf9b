import type { Context as HttpContext, Hono } from 'hono'
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
import { redirect, redirectFailed, redirectRefused, redirectToApp, redirectWithNext } from './redirects.ts'
import { findProvider, finishNativeOAuth, finishOAuth, getAuthorizationUrl } from './service.ts'

const NATIVE_CHALLENGE = /^[\w-]{43}$/

export const nativeSignInRoutes = {
  exchangeNativeCode: async (ctx, { body }, c) =>
    replyToSignIn(ctx, c, await exchangeNativeCode(ctx, { ...body, device: readDevice(ctx, c) })),
} satisfies Handlers<typeof nativeSignInContract, Context>

/**
 * `GET /api/auth/oauth/{google|github}?next=/own/path` saves the pending sign-in in a cookie and goes to the provider. A
 * native app adds `native=` and the SHA-256 of a verifier that it holds (base64url), and gets its deep link.
 */
async function startOAuth(ctx: Context, c: HttpContext): Promise<Response> {
  const provider = findProvider(ctx, c.req.param('provider') ?? '')
  const nativeChallenge = c.req.query('native')
  const isNative = nativeChallenge !== undefined
  try {
    const hasApp = ctx.config.oauth.nativeCallback !== undefined
    const isPossible = !isNative || (NATIVE_CHALLENGE.test(nativeChallenge) && hasApp)
    if (!provider || !isPossible) throw new AppError('provider-unknown')
    const pending = startPendingSignIn(ctx, c, {
      provider,
      next: ownPath(c.req.query('next')),
      nativeChallenge,
      knownAccounts: listKnownAccounts(ctx, c),
    })
    return redirect(c, String(await getAuthorizationUrl(ctx, pending)))
  } catch (error) {
    return redirectFailed(ctx, c, { provider, isNative, error })
  }
}

async function finish(ctx: Context, c: HttpContext, pending: PendingSignIn): Promise<Response> {
  const { next, nativeChallenge } = pending
  const code = c.req.query('code') ?? ''
  const device = { ...readDevice(ctx, c), knownAccounts: pending.knownAccounts }
  if (nativeChallenge !== undefined) {
    return redirectToApp(ctx, c, await finishNativeOAuth(ctx, { pending, code, device, nativeChallenge }))
  }
  const signedIn = await finishOAuth(ctx, { pending, code, device })
  countSignIn(ctx, c, signedIn)
  const { opened, challenge } = signedIn
  if (!opened) return redirectWithNext(c, { path: '/auth/login', next, hash: `#challenge=${challenge}` })
  // The strict device cookie was not sent from the other site; the page's first refresh writes it.
  setRefreshToken(ctx, c, opened.refreshToken)
  return redirectWithNext(c, { path: '/auth/callback', next })
}

/**
 * `GET /api/auth/oauth/{google|github}/callback` is where the provider sends the browser. It sets the refresh cookie and
 * goes to `/auth/callback?next=`, where the page fetches its session; with two-factor on to `/auth/login#challenge=`;
 * after a failure to `/auth/callback?provider=&error=&error_description=`.
 */
async function finishAtCallback(ctx: Context, c: HttpContext): Promise<Response> {
  const provider = findProvider(ctx, c.req.param('provider') ?? '')
  const pending = provider && takePendingSignIn(ctx, c, { provider, state: c.req.query('state') })
  const isNative = pending?.nativeChallenge !== undefined
  try {
    if (!provider) throw new AppError('provider-unknown')
    // Refused before anything is counted: any site could send a neighbour's browser here.
    if (!pending) throw new AppError('sign-in-expired')
    const error = c.req.query('error')
    if (error !== undefined) return redirectRefused(ctx, c, { provider, isNative, error })
    return await finish(ctx, c, pending)
  } catch (error) {
    return redirectFailed(ctx, c, { provider, isNative, error })
  }
}

/** Addresses for a browser to visit. They reply with redirects instead of JSON, so they are not in the contract. */
export function mountOAuth(app: Hono, ctx: Context): void {
  app.get('/api/auth/oauth/:provider', (c) => startOAuth(ctx, c))
  app.get('/api/auth/oauth/:provider/callback', (c) => finishAtCallback(ctx, c))
}

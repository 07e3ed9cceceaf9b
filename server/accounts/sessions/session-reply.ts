import type { Context as HttpContext } from 'hono'
import type { Session } from '#contract/accounts/accounts.ts'
import type { Context } from '#server/context.ts'
import { routeOf } from '#server/platform/http/route-of.ts'
import { type CookieDeps, rememberAccount, setRefreshToken } from './cookies.ts'
import type { OpenedSession } from './service.ts'
import type { SignInResult } from './sign-in.ts'

/** The refresh token goes into its cookie, the rest is for the reply. */
export function replyWithSession(
  ctx: CookieDeps,
  c: HttpContext,
  { session, refreshToken, known }: OpenedSession,
): Session {
  setRefreshToken(ctx, c, refreshToken)
  rememberAccount(ctx, c, known)
  return session
}

type SignInDeps = CookieDeps & Pick<Context, 'telemetry'>

/** Under the way by which they came. */
export function countSignIn(
  { telemetry }: SignInDeps,
  c: HttpContext,
  { opened, challenge }: SignInResult,
): void {
  if (opened || challenge)
    telemetry.signIns.inc({ route: routeOf(c), outcome: opened ? 'opened' : 'challenge' })
}

export function replyToSignIn(ctx: SignInDeps, c: HttpContext, signedIn: SignInResult) {
  countSignIn(ctx, c, signedIn)
  const { opened, challenge } = signedIn
  return { session: opened && replyWithSession(ctx, c, opened), challenge }
}

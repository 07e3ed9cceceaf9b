import type { Context as HttpContext } from 'hono'
import type { Session } from '#contract/accounts/accounts.ts'
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

export const replyToSignIn = (ctx: CookieDeps, c: HttpContext, { opened, challenge }: SignInResult) => ({
  session: opened && replyWithSession(ctx, c, opened),
  challenge,
})

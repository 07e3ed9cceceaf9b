import type { FastifyReply } from 'fastify'
import type { Session } from '#contract/accounts/accounts.ts'
import { recordAccess } from '#server/access-traces/service.ts'
import type { Context } from '#server/context.ts'
import { routeOf } from '#server/platform/http/request-log.ts'
import { type CookieDeps, nameBrowser, rememberAccount, setRefreshToken } from './cookies.ts'
import type { OpenedSession } from './service.ts'
import type { SignInResult } from './sign-in.ts'

type SessionDeps = CookieDeps & Pick<Context, 'addressOf' | 'db' | 'secrets'>

/**
 * Sends the refresh token in its cookie and the rest in the reply. Records the device and address as access
 * traces.
 */
export async function replyWithSession(
  ctx: SessionDeps,
  reply: FastifyReply,
  { session, refreshToken, known }: OpenedSession,
): Promise<Session> {
  setRefreshToken(ctx, reply, refreshToken)
  rememberAccount(ctx, reply, known)
  const device = nameBrowser(ctx, reply)
  await recordAccess(ctx, { accountId: known.id, device, address: ctx.addressOf(reply.request) })
  return session
}

type SignInDeps = Pick<Context, 'telemetry'>

/** Counts a sign-in by its method. */
export function countSignIn(
  { telemetry }: SignInDeps,
  reply: FastifyReply,
  { opened, challenge }: SignInResult,
): void {
  if (opened || challenge)
    telemetry.signIns.inc({ route: routeOf(reply.request), outcome: opened ? 'opened' : 'challenge' })
}

export async function replyToSignIn(
  ctx: SessionDeps & SignInDeps,
  reply: FastifyReply,
  signedIn: SignInResult,
) {
  countSignIn(ctx, reply, signedIn)
  const { opened, challenge } = signedIn
  return { session: opened && (await replyWithSession(ctx, reply, opened)), challenge }
}

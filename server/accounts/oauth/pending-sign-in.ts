import { randomBytes } from 'node:crypto'
import { generateCodeVerifier, generateState } from 'arctic'
import type { FastifyReply } from 'fastify'
import type { Provider } from '#contract/site.ts'
import type { Context } from '#server/context.ts'
import type { Secrets } from '#server/platform/process/secrets.ts'
import { cookieName, isSecureSite } from '#server/accounts/sessions/cookies.ts'
import type { KnownAccount } from '#server/accounts/sessions/device.ts'
import type { AuthorizationSecrets } from './provider.ts'

const COOKIE = 'sankofa-oauth'
const PATH = '/api/auth/oauth'
const PURPOSE = 'oauth-state'
/** The time a person has to sign in at the provider. */
const SECONDS = 10 * 60

interface SignInStart {
  provider: Provider
  /** The site's own path to open afterwards. */
  next: string
  /** SHA-256 of the native app's verifier; undefined in a browser. */
  nativeChallenge: string | undefined
  /** Read at the start because browsers do not send the strict cookie when another site redirects here. */
  knownAccounts: KnownAccount[]
}

/** The secrets that a browser must bring back to finish the sign-in that it began. */
export interface PendingSignIn extends SignInStart, AuthorizationSecrets {}

interface SealedSignIn extends PendingSignIn {
  /** Milliseconds since 1970. */
  endsAt: number
}

type PendingDeps = Pick<Context, 'config' | 'now' | 'secrets'>

const nameOf = ({ config }: PendingDeps) => cookieName(COOKIE, config.publicUrl)

function unseal(secrets: Secrets, sealed: string): SealedSignIn | undefined {
  try {
    return JSON.parse(secrets.decrypt(PURPOSE, Buffer.from(sealed, 'base64url'))) as SealedSignIn
  } catch {
    return undefined
  }
}

/**
 * Saves the sign-in encrypted in a cookie, so that the server stores nothing for sign-ins that are never
 * finished. It replaces an earlier one of the same browser.
 */
export function startPendingSignIn(ctx: PendingDeps, reply: FastifyReply, start: SignInStart): PendingSignIn {
  const pending = {
    ...start,
    state: generateState(),
    verifier: generateCodeVerifier(),
    nonce: randomBytes(32).toString('base64url'),
  }
  const text = JSON.stringify({ ...pending, endsAt: ctx.now() + SECONDS * 1000 })
  void reply.setCookie(nameOf(ctx), ctx.secrets.encrypt(PURPOSE, text).toString('base64url'), {
    httpOnly: true,
    secure: isSecureSite(ctx),
    // The provider sends the browser back from another site, and browsers do not send strict cookies then.
    sameSite: 'lax',
    path: PATH,
    maxAge: SECONDS,
  })
  return pending
}

/**
 * Deletes the cookie. Returns undefined if it is missing, forged, expired, or belongs to another provider or
 * state.
 */
export function takePendingSignIn(
  ctx: PendingDeps,
  reply: FastifyReply,
  { provider, state }: { provider: Provider; state: string | undefined },
): PendingSignIn | undefined {
  const sealed = reply.request.cookies[nameOf(ctx)]
  if (sealed === undefined) return undefined
  void reply.setCookie(nameOf(ctx), '', { path: PATH, secure: isSecureSite(ctx), maxAge: 0 })
  const pending = unseal(ctx.secrets, sealed)
  const isValid =
    pending !== undefined &&
    pending.provider === provider &&
    pending.state === state &&
    pending.endsAt > ctx.now()
  return isValid ? pending : undefined
}

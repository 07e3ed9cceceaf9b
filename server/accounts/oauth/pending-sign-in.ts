import { randomBytes } from 'node:crypto'
import { generateCodeVerifier, generateState } from 'arctic'
import type { Context as HttpContext } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Provider } from '#contract/site.ts'
import type { Context } from '#server/context.ts'
import type { Secrets } from '#server/platform/process/secrets.ts'
import { isSecureSite, prefixOf } from '#server/accounts/sessions/cookies.ts'
import type { KnownAccount } from '#server/accounts/sessions/device.ts'
import type { AuthorizationSecrets } from './provider.ts'

const COOKIE = 'sankofa-oauth'
const PATH = '/api/auth/oauth'
const PURPOSE = 'oauth-state'
/** Time to sign in at the provider. */
const SECONDS = 10 * 60

interface SignInStart {
  provider: Provider
  /** Own path to go to afterwards. */
  next: string
  /** SHA-256 of the native app's verifier; undefined in a browser. */
  nativeChallenge: string | undefined
  /** Read at the start, since browsers do not send the strict cookie when another site redirects here. */
  knownAccounts: KnownAccount[]
}

/** What a browser must bring back to finish the sign-in that it began. */
export interface PendingSignIn extends SignInStart, AuthorizationSecrets {}

interface SealedSignIn extends PendingSignIn {
  /** Milliseconds since 1970. */
  endsAt: number
}

type PendingDeps = Pick<Context, 'config' | 'now' | 'secrets'>

function unseal(secrets: Secrets, sealed: string): SealedSignIn | undefined {
  try {
    return JSON.parse(secrets.decrypt(PURPOSE, Buffer.from(sealed, 'base64url'))) as SealedSignIn
  } catch {
    return undefined
  }
}

/**
 * Saves it encrypted in a cookie, so that the server stores nothing of sign-ins that are never finished. Replaces an
 * earlier one of the same browser.
 */
export function startPendingSignIn(ctx: PendingDeps, c: HttpContext, start: SignInStart): PendingSignIn {
  const secure = isSecureSite(ctx)
  const pending = {
    ...start,
    state: generateState(),
    verifier: generateCodeVerifier(),
    nonce: randomBytes(32).toString('base64url'),
  }
  const text = JSON.stringify({ ...pending, endsAt: ctx.now() + SECONDS * 1000 })
  setCookie(c, COOKIE, ctx.secrets.encrypt(PURPOSE, text).toString('base64url'), {
    httpOnly: true,
    secure,
    prefix: prefixOf(secure),
    // The provider sends the browser back from its own site.
    sameSite: 'Lax',
    path: PATH,
    maxAge: SECONDS,
  })
  return pending
}

/** Deletes the cookie. Undefined when it is missing, forged or expired, or for another provider or state. */
export function takePendingSignIn(
  ctx: PendingDeps,
  c: HttpContext,
  { provider, state }: { provider: Provider; state: string | undefined },
): PendingSignIn | undefined {
  const secure = isSecureSite(ctx)
  const prefix = prefixOf(secure)
  const sealed = getCookie(c, COOKIE, prefix)
  if (sealed === undefined) return undefined
  deleteCookie(c, COOKIE, { path: PATH, secure, prefix })
  const pending = unseal(ctx.secrets, sealed)
  const isValid =
    pending !== undefined &&
    pending.provider === provider &&
    pending.state === state &&
    pending.endsAt > ctx.now()
  return isValid ? pending : undefined
}

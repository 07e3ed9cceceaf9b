import { randomBytes } from 'node:crypto'
import { generateCodeVerifier, generateState } from 'arctic'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { Provider } from '#contract/site.ts'
import type { Secrets } from '#server/secrets.ts'
import type { Attempt } from './oauth-provider.ts'

const COOKIE = 'sankofa-oauth'
const PATH = '/api/auth/oauth'
const PURPOSE = 'oauth-state'
/** Time to log in at the provider. */
const SECONDS = 10 * 60

/** What a browser must bring back to finish the sign-in that it began. */
export interface PendingSignIn extends Attempt {
  provider: Provider
  /** Own path to go to afterwards. */
  next: string
  /** SHA-256 of the native app's verifier; undefined in a browser. */
  nativeChallenge: string | undefined
  /** Read at the start, since the strict cookie does not come along from another site. */
  knownAccounts: string[]
}

type Begun = Omit<PendingSignIn, keyof Attempt>

export interface PendingSignIns {
  /** Replaces an earlier one of the same browser. */
  begin(c: Context, begun: Begun): PendingSignIn
  /** Takes it away; undefined when it is missing, forged, too old, or of another provider or state. */
  take(c: Context, provider: Provider, state: string | undefined): PendingSignIn | undefined
}

/** Kept by the browser itself, encrypted: the server remembers nothing of a sign-in that is never finished. */
export function pendingSignIns(
  secrets: Secrets,
  { secure, now }: { secure: boolean; now: () => number },
): PendingSignIns {
  function unseal(sealed: string): (PendingSignIn & { endsAt: number }) | undefined {
    try {
      return JSON.parse(secrets.decrypt(PURPOSE, Buffer.from(sealed, 'base64url'))) as PendingSignIn & {
        endsAt: number
      }
    } catch {
      return undefined
    }
  }

  return {
    begin(c, begun) {
      const attempt: Attempt = {
        state: generateState(),
        verifier: generateCodeVerifier(),
        nonce: randomBytes(32).toString('base64url'),
      }
      const pending = { ...begun, ...attempt }
      const text = JSON.stringify({ ...pending, endsAt: now() + SECONDS * 1000 })
      setCookie(c, COOKIE, secrets.encrypt(PURPOSE, text).toString('base64url'), {
        httpOnly: true,
        secure,
        // The provider sends the browser back from its own site.
        sameSite: 'Lax',
        path: PATH,
        maxAge: SECONDS,
      })
      return pending
    },
    take(c, provider, state) {
      const sealed = getCookie(c, COOKIE)
      if (sealed === undefined) return undefined
      deleteCookie(c, COOKIE, { path: PATH, secure })
      const pending = unseal(sealed)
      const isGood =
        pending !== undefined &&
        pending.provider === provider &&
        pending.state === state &&
        pending.endsAt > now()
      return isGood ? pending : undefined
    },
  }
}

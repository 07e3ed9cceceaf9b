import type { Context, Hono } from 'hono'
import { exchangeNativeCode } from '#contract/native-sign-in.ts'
import { ownPath } from '#contract/own-path.ts'
import { AppError } from '#server/app-error.ts'
import { mount } from '#server/http/mount.ts'
import type { Log } from '#server/log.ts'
import { oauthRedirects } from './oauth-redirects.ts'
import type { PendingSignIn, PendingSignIns } from './oauth-state.ts'
import { type RouteParts, sessionGiver } from './routes.ts'

const NATIVE_CHALLENGE = /^[\w-]{43}$/

interface OAuthRouteParts extends RouteParts {
  pendingSignIns: PendingSignIns
  log: Log
}

/**
 * Two addresses for a browser to visit, which answer with redirects and no JSON, so they stand outside the contract:
 *
 * - `GET /api/auth/oauth/{google|github}?next=/own/path` keeps the attempt in a cookie and goes to the provider.
 *   A native app adds `native=` and the SHA-256 of a verifier that it keeps (base64url), and gets its deep link.
 * - `GET /api/auth/oauth/{google|github}/callback` is where the provider sends the browser. It sets the refresh cookie
 *   and goes to `/auth/callback?next=`, where the page asks for its session; with two-factor on to
 *   `/auth/login#challenge=`; after a failure to `/auth/callback?provider=&error=&error_description=`.
 */
export function oauthRoutes(app: Hono, parts: OAuthRouteParts): void {
  const { accounts, cookies, addressOf, pendingSignIns, log } = parts
  const { oauth } = accounts
  const { clientOf, give } = sessionGiver(parts)
  const to = oauthRedirects({ nativeCallback: oauth.nativeCallback, log })
  const providerOf = (c: Context) => oauth.providerNamed(c.req.param('provider') ?? '')

  async function finish(c: Context, pending: PendingSignIn, code: string): Promise<Response> {
    const { next, nativeChallenge, knownAccounts } = pending
    if (nativeChallenge !== undefined) {
      return to.goNative(c, await oauth.finishNative(pending, code, nativeChallenge))
    }
    const { opened, challenge } = await oauth.finish(pending, code, { ...clientOf(c), knownAccounts })
    if (!opened) return to.goWithNext(c, '/auth/login', next, `#challenge=${challenge}`)
    // The device cookie did not come along from the other site; the page's first refresh writes it.
    cookies.setRefreshToken(c, opened.refreshToken)
    return to.goWithNext(c, '/auth/callback', next)
  }

  app.get('/api/auth/oauth/:provider', async (c) => {
    const provider = providerOf(c)
    const native = c.req.query('native')
    const isNative = native !== undefined
    try {
      await oauth.countTry(addressOf(c))
      const isPossible = !isNative || (NATIVE_CHALLENGE.test(native) && oauth.nativeCallback !== undefined)
      if (!provider || !isPossible) throw new AppError('provider-unknown')
      const pending = pendingSignIns.begin(c, {
        provider,
        next: ownPath(c.req.query('next')),
        nativeChallenge: native,
        knownAccounts: cookies.knownAccounts(c),
      })
      return to.go(c, String(await oauth.authorizationUrl(pending)))
    } catch (error) {
      return to.failed(c, { provider, isNative }, error)
    }
  })

  app.get('/api/auth/oauth/:provider/callback', async (c) => {
    const provider = providerOf(c)
    const pending = provider && pendingSignIns.take(c, provider, c.req.query('state'))
    const whose = { provider, isNative: pending?.nativeChallenge !== undefined }
    try {
      await oauth.countTry(addressOf(c))
      if (!provider) throw new AppError('provider-unknown')
      if (!pending) throw new AppError('sign-in-expired')
      const refusal = c.req.query('error')
      if (refusal !== undefined) return to.refusedByProvider(c, whose, refusal)
      return await finish(c, pending, c.req.query('code') ?? '')
    } catch (error) {
      return to.failed(c, whose, error)
    }
  })

  mount(app, exchangeNativeCode, async ({ body }, c) => {
    const { opened, challenge } = await oauth.exchangeNativeCode(body, clientOf(c))
    return { session: opened && give(c, opened), challenge }
  })
}

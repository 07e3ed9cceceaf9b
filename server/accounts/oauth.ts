import { PROVIDERS, type Provider } from '#contract/site.ts'
import { AppError } from '#server/app-error.ts'
import type { Database } from '#server/db/connect.ts'
import type { OAuthConfig } from '#server/oauth-config.ts'
import type { AccountParts, Client } from './account-parts.ts'
import { githubClient } from './oauth-github.ts'
import { googleClient } from './oauth-google.ts'
import { accountLinking, isTakenMeanwhile } from './oauth-linking.ts'
import { nativeSignIn } from './oauth-native.ts'
import { OAUTH_TRIES, type ProviderClient, type ProviderPerson } from './oauth-provider.ts'
import type { PendingSignIn } from './oauth-state.ts'
import type { AccountRow } from './queries.ts'
import type { SignInResult } from './sign-in.ts'

interface OAuthParts extends AccountParts {
  oauth: OAuthConfig
  publicUrl: string
  now: () => number
}

function providerClients({ oauth, publicUrl, now }: OAuthParts): Map<Provider, ProviderClient> {
  const redirectOf = (provider: Provider) => `${publicUrl}/api/auth/oauth/${provider}/callback`
  const clients = new Map<Provider, ProviderClient>()
  if (oauth.google) {
    clients.set('google', googleClient(oauth.google, { redirectUri: redirectOf('google'), now }))
  }
  if (oauth.github) clients.set('github', githubClient(oauth.github, { redirectUri: redirectOf('github') }))
  return clients
}

/** Signing in with an account of another site. */
export function oauthSignIn(parts: OAuthParts) {
  const { db, limiter, signIn } = parts
  const clients = providerClients(parts)
  const accountOf = accountLinking(parts)
  const native = nativeSignIn(parts)

  function clientOf(provider: Provider): ProviderClient {
    const client = clients.get(provider)
    if (!client) throw new AppError('provider-unknown')
    return client
  }

  async function withAccount<T>(
    person: ProviderPerson,
    act: (tx: Database, account: AccountRow) => Promise<T>,
  ): Promise<T> {
    const once = () => db.transaction().execute(async (tx) => act(tx, await accountOf(tx, person)))
    try {
      return await once()
    } catch (error) {
      if (isTakenMeanwhile(error)) return once()
      throw error
    }
  }

  return {
    nativeCallback: parts.oauth.nativeCallback,
    exchangeNativeCode: native.exchangeNativeCode,
    countTry: (address: string) => limiter.take(`oauth-from:${address}`, OAUTH_TRIES),

    /** Undefined when this deployment has no keys for it. */
    providerNamed: (name: string): Provider | undefined =>
      PROVIDERS.find((provider) => provider === name && clients.has(provider)),

    /** Where the browser goes to log in. */
    authorizationUrl: async (pending: PendingSignIn): Promise<URL> =>
      clientOf(pending.provider).authorizationUrl(pending),

    /** A session, or with two-factor on a challenge: a provider is a first step like any other. */
    async finish(pending: PendingSignIn, code: string, client: Client): Promise<SignInResult> {
      const person = await clientOf(pending.provider).identify(code, pending)
      return withAccount(person, (tx, account) => signIn.begin(tx, account, client))
    },

    /** A code for the app's deep link instead of a session. */
    async finishNative(pending: PendingSignIn, code: string, challenge: string): Promise<string> {
      const person = await clientOf(pending.provider).identify(code, pending)
      return withAccount(person, (tx, account) => native.codeFor(tx, account.id, challenge))
    },
  }
}

import type { Provider } from '#contract/site.ts'
import type { OAuthConfig } from '#server/config/oauth-config.ts'
import { githubClient } from './github.ts'
import { googleClient } from './google.ts'
import type { ProviderClient } from './provider.ts'

interface ProviderDeps {
  config: { oauth: OAuthConfig; publicUrl: string }
  now: () => number
}

/** Clients of the providers that this deployment has keys for. */
export type ProviderClients = ReadonlyMap<Provider, ProviderClient>

export function createProviderClients({ config, now }: ProviderDeps): ProviderClients {
  const { google, github } = config.oauth
  const redirectUriOf = (provider: Provider) => `${config.publicUrl}/api/auth/oauth/${provider}/callback`
  const clients = new Map<Provider, ProviderClient>()
  if (google) clients.set('google', googleClient(google, { redirectUri: redirectUriOf('google'), now }))
  if (github) clients.set('github', githubClient(github, { redirectUri: redirectUriOf('github') }))
  return clients
}

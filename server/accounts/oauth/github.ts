import { CodeChallengeMethod, OAuth2Client } from 'arctic'
import * as z from 'zod/mini'
import type { GitHubConfig } from '#server/config/oauth-config.ts'
import {
  exchangeCode,
  fetchJson,
  personName,
  type ProviderClient,
  refused,
  verifiedEmail,
} from './provider.ts'

const SCOPES = ['read:user', 'user:email']

const User = z.object({ id: z.int(), login: z.string(), name: z.nullish(z.string()) })
const Emails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

/** OAuth 2 with PKCE; GitHub's own API identifies the person. */
export function githubClient(config: GitHubConfig, { redirectUri }: { redirectUri: string }): ProviderClient {
  const client = new OAuth2Client(config.clientId, config.clientSecret, redirectUri)
  return {
    authorizationUrl: async ({ state, verifier }) =>
      client.createAuthorizationURLWithPKCE(
        `${config.url}/login/oauth/authorize`,
        state,
        CodeChallengeMethod.S256,
        verifier,
        SCOPES,
      ),
    async identify(code, { verifier }) {
      const address = `${config.url}/login/oauth/access_token`
      const tokens = await exchangeCode(client.validateAuthorizationCode(address, code, verifier))
      const { access_token: token } = tokens.data as { access_token?: unknown }
      if (typeof token !== 'string') throw refused('the provider returned no access token')
      const headers = {
        Accept: 'application/vnd.github+json',
        Authorization: `Bearer ${token}`,
        // GitHub refuses requests without a User-Agent.
        'User-Agent': 'sankofa-market',
        'X-GitHub-Api-Version': '2022-11-28',
      }
      const [user, emails] = await Promise.all([
        fetchJson(`${config.apiUrl}/user`, User, headers),
        fetchJson(`${config.apiUrl}/user/emails`, Emails, headers),
      ])
      const primary = emails.find((each) => each.primary)
      const email = verifiedEmail(primary?.email, primary?.verified === true)
      const name = personName(user.name ?? user.login, email)
      return { provider: 'github', subject: String(user.id), email, name }
    },
  }
}

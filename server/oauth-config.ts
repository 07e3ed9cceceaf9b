import * as z from 'zod/mini'
import { secretive } from './secretive.ts'
import { setting } from './setting.ts'
import { mayGetSecrets } from './this-machine.ts'

interface ProviderKeys {
  clientId: string
  clientSecret: string
}

export interface GoogleConfig extends ProviderKeys {
  issuer: string
}

export interface GitHubConfig extends ProviderKeys {
  url: string
  apiUrl: string
}

export interface OAuthConfig {
  google: GoogleConfig | undefined
  github: GitHubConfig | undefined
  /** Deep link of a native app that shows the site; see docs/native-app.md. */
  nativeCallback: string | undefined
}

const isProviderUrl = (value: string) => mayGetSecrets(value) && /^[^?#@]*[^/?#@]$/.test(value)

/** Schemes that browsers act on themselves are no app. */
const isDeepLink = (value: string) =>
  /^[a-z][a-z0-9+.-]*:\/\/[\w.\-/]+$/i.test(value) &&
  !/^(http|javascript|data|file|blob|about|vbscript|wss?|ftp):/i.test(value)

const URL_ADVICE = 'must be an https address without a slash at its end'

/** The settings of signing in with Google and GitHub; see .env.example. */
export const OAUTH_SETTINGS = {
  GOOGLE_CLIENT_ID: z.optional(z.string()),
  GOOGLE_CLIENT_SECRET: z.optional(z.string()),
  GOOGLE_ISSUER: setting(isProviderUrl, URL_ADVICE),
  GITHUB_CLIENT_ID: z.optional(z.string()),
  GITHUB_CLIENT_SECRET: z.optional(z.string()),
  GITHUB_URL: setting(isProviderUrl, URL_ADVICE),
  GITHUB_API_URL: setting(isProviderUrl, URL_ADVICE),
  NATIVE_CALLBACK: setting(
    isDeepLink,
    "must be your app's deep link, such as market.example://auth/callback",
  ),
}

type Given = Partial<Record<keyof typeof OAUTH_SETTINGS, string>>

/** Each problem is a line for a person; the config counts only without any. */
export function oauthConfig(given: Given): { oauth: OAuthConfig; problems: string[] } {
  const problems: string[] = []
  function keysOf(provider: 'GOOGLE' | 'GITHUB'): ProviderKeys | undefined {
    const clientId = given[`${provider}_CLIENT_ID`]
    const clientSecret = given[`${provider}_CLIENT_SECRET`]
    if (clientId !== undefined && clientSecret !== undefined) return { clientId, clientSecret }
    const [missing, present] = clientId === undefined ? ['ID', 'SECRET'] : ['SECRET', 'ID']
    if (clientId !== clientSecret) {
      problems.push(`${provider}_CLIENT_${missing} must be set, since ${provider}_CLIENT_${present} is.`)
    }
    return undefined
  }
  const google = keysOf('GOOGLE')
  const github = keysOf('GITHUB')
  const masks = { clientSecret: '***' }
  const oauth = {
    google:
      google && secretive({ ...google, issuer: given.GOOGLE_ISSUER ?? 'https://accounts.google.com' }, masks),
    github:
      github &&
      secretive(
        {
          ...github,
          url: given.GITHUB_URL ?? 'https://github.com',
          apiUrl: given.GITHUB_API_URL ?? 'https://api.github.com',
        },
        masks,
      ),
    nativeCallback: given.NATIVE_CALLBACK,
  }
  return { oauth, problems }
}

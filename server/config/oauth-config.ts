import { redacted } from './redacted.ts'
import type { SettingValues } from './settings.ts'

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

/** Each problem is a line for an operator; the config is valid only if there are none. */
export function oauthConfig(settings: SettingValues): { oauth: OAuthConfig; problems: string[] } {
  const problems: string[] = []
  function keysOf(provider: 'GOOGLE' | 'GITHUB'): ProviderKeys | undefined {
    const clientId = settings[`${provider}_CLIENT_ID`]
    const clientSecret = settings[`${provider}_CLIENT_SECRET`]
    if (clientId !== undefined && clientSecret !== undefined) return { clientId, clientSecret }
    const [missing, present] = clientId === undefined ? ['ID', 'SECRET'] : ['SECRET', 'ID']
    if (clientId !== clientSecret) {
      problems.push(`${provider}_CLIENT_${missing} must be set, because ${provider}_CLIENT_${present} is.`)
    }
    return undefined
  }
  const google = keysOf('GOOGLE')
  const github = keysOf('GITHUB')
  const masks = { clientSecret: '***' }
  const oauth = {
    google: google && redacted({ ...google, issuer: settings.GOOGLE_ISSUER }, masks),
    github:
      github && redacted({ ...github, url: settings.GITHUB_URL, apiUrl: settings.GITHUB_API_URL }, masks),
    nativeCallback: settings.NATIVE_CALLBACK,
  }
  return { oauth, problems }
}

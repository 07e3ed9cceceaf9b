import { redacted } from './redacted.ts'
import type { SettingValues } from './settings.ts'

export interface CdnConfig {
  /** How the CDN finds the replies to purge. */
  kind: 'surrogate-keys' | 'cache-tags'
  purgeUrl: string
  token: string
}

/** `cdn` is undefined if no CDN may store pages, so that caches in front of the site ask it each time. */
export function cdnConfig({ CDN: kind, CDN_PURGE_URL: purgeUrl, CDN_PURGE_TOKEN: token }: SettingValues): {
  cdn: CdnConfig | undefined
  problems: string[]
} {
  const values = [kind, purgeUrl, token].filter((value) => value !== undefined)
  if (values.length === 0) return { cdn: undefined, problems: [] }
  if (kind === undefined || purgeUrl === undefined || token === undefined) {
    return { cdn: undefined, problems: ['CDN, CDN_PURGE_URL and CDN_PURGE_TOKEN must be set together.'] }
  }
  const cdn = { kind: kind as CdnConfig['kind'], purgeUrl, token }
  return { cdn: redacted(cdn, { token: '***' }), problems: [] }
}

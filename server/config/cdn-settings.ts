import { isSafeForSecrets } from '#server/platform/process/this-machine.ts'
import { isOneOf } from './setting-checks.ts'
import type { Setting } from './setting.ts'

/** Settings for a CDN that stores public pages. All three must be set, or none. */
export const CDN_SETTINGS = {
  CDN: {
    without: 'caches in front of the site ask it every time',
    meaning:
      'Lets a CDN store public pages until they change ([how](docs/operations/services.md#a-cdn)). It finds pages by `surrogate-keys` (Fastly, Varnish) or `cache-tags` (Cloudflare).',
    example: 'surrogate-keys',
    isValid: isOneOf('surrogate-keys', 'cache-tags'),
    problem: 'must be surrogate-keys or cache-tags',
  },
  CDN_PURGE_URL: {
    without: 'none',
    meaning: 'Address that receives a POST for every page that changed.',
    example: 'https://api.fastly.com/service/SERVICE_ID/purge',
    isValid: isSafeForSecrets,
    problem: 'must be an https address',
  },
  CDN_PURGE_TOKEN: { without: 'none', meaning: 'Token for `CDN_PURGE_URL`.' },
} as const satisfies Record<string, Setting>

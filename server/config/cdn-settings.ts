import { mayGetSecrets } from '#server/platform/process/this-machine.ts'
import { isOneOf } from './setting-checks.ts'
import type { Setting } from './setting.ts'

/** What a cache before the site needs to hold public pages, all three or none. */
export const CDN_SETTINGS = {
  CDN: {
    without: 'caches before the site ask it each time',
    meaning:
      'a CDN holds public pages until they change ([how](docs/operations.md#a-cdn)); it finds them by `surrogate-keys`, as Fastly and Varnish do, or by `cache-tags`, as Cloudflare does',
    example: 'surrogate-keys',
    isValid: isOneOf('surrogate-keys', 'cache-tags'),
    problem: 'must be surrogate-keys or cache-tags',
  },
  CDN_PURGE_URL: {
    without: 'none',
    meaning: 'where it is told by POST what it may hold no longer',
    example: 'https://api.fastly.com/service/SERVICE_ID/purge',
    isValid: mayGetSecrets,
    problem: 'must be an https address',
  },
  CDN_PURGE_TOKEN: { without: 'none', meaning: 'the token with which it is told' },
} as const satisfies Record<string, Setting>

import type { CdnConfig } from '#server/config/cdn-config.ts'
import type { Config } from '#server/config/config.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { defineJob } from '#server/platform/jobs/job-kind.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { Telemetry } from '#server/platform/metrics/telemetry.ts'
import { coalesceKeys } from './coalesce-keys.ts'

/** Time after which replies begun before a change have reached the CDN. */
const IN_FLIGHT_SECONDS = 5
const AT_ONCE = 8
const TIMEOUT_MILLISECONDS = 5_000

export const PURGE_CDN = defineJob<{ keys: string[] }>('purge-cdn', {
  retryDelaySeconds: 1,
  timeoutSeconds: 60,
})

export interface Purges {
  /**
   * Call it in the transaction that changes these replies: once it commits they are purged, even if this process
   * dies.
   */
  enqueue(tx: Database, keys: readonly string[]): Promise<void>
}

interface Protocol {
  /** Maximum keys in one request. */
  most: number
  init: (keys: string[], token: string) => { headers: Record<string, string>; body: string }
}

const PROTOCOLS: Record<CdnConfig['kind'], Protocol> = {
  'surrogate-keys': {
    most: 256,
    // Fastly reads the keys from a header or a body; VCL can only read a header.
    init: (keys, token) => ({
      headers: { 'Fastly-Key': token, 'Surrogate-Key': keys.join(' ') },
      body: JSON.stringify({ surrogate_keys: keys }),
    }),
  },
  'cache-tags': {
    most: 100,
    init: (tags, token) => ({
      headers: { Authorization: `Bearer ${token}` },
      body: JSON.stringify({ tags }),
    }),
  },
}

class PurgeRefused extends Error {
  readonly code: string

  constructor(status: number) {
    super(`The CDN refused a purge (${status})`)
    this.code = `HTTP_${status}`
  }
}

/** Redirects are not followed, because they would send the token elsewhere. */
async function post({ purgeUrl, token }: CdnConfig, { init }: Protocol, keys: string[]): Promise<void> {
  const { headers, body } = init(keys, token)
  const response = await fetch(purgeUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json', ...headers },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
  })
  await response.body?.cancel()
  if (!response.ok) throw new PurgeRefused(response.status)
}

type Counts = Pick<Telemetry, 'cdnPurges'>

async function postCounted(cdn: CdnConfig, { cdnPurges }: Counts, keys: string[]): Promise<void> {
  const protocol = PROTOCOLS[cdn.kind]
  try {
    for (let from = 0; from < keys.length; from += protocol.most)
      await post(cdn, protocol, keys.slice(from, from + protocol.most))
    cdnPurges.inc({ outcome: 'done' })
  } catch (error) {
    cdnPurges.inc({ outcome: 'failed' })
    throw error
  }
}

/** Purges run as jobs; undefined if the site has no CDN. */
export function createPurges(jobs: Jobs, cdn: CdnConfig | undefined): Purges | undefined {
  if (!cdn) return undefined
  return {
    async enqueue(tx, keys) {
      const payload = { keys: [...keys] }
      await jobs.enqueue(tx, PURGE_CDN, payload)
      // The second purge removes an old page that was on its way to the CDN during the first.
      await jobs.enqueue(tx, PURGE_CDN, payload, { runAfterSeconds: IN_FLIGHT_SECONDS })
    },
  }
}

/** Handles purge jobs; failed ones are logged and retried. */
export function handlePurgeJobs({
  jobs,
  config: { cdn },
  telemetry,
}: {
  jobs: Jobs
  config: Pick<Config, 'cdn'>
  telemetry: Counts
}): void {
  if (!cdn) return
  const purge = coalesceKeys((keys) => postCounted(cdn, telemetry, keys))
  jobs.handle(PURGE_CDN, ({ keys }) => purge(keys), { concurrency: AT_ONCE })
}

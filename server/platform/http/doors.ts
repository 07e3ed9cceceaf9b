import type { Hono } from 'hono'
import type { Endpoints } from '#contract/endpoint.ts'
import type { SiteNotice } from '#contract/operations/site-notice.ts'
import type { PublicConfig } from '#contract/site.ts'
import type { Telemetry } from '#server/platform/metrics/telemetry.ts'
import type { Log } from '#server/platform/process/log.ts'
import { mountApiDocs } from './api-docs.ts'
import type { Calls } from './calls.ts'
import { createEarlyCalls, type EarlyCalls } from './early-calls.ts'
import { refuseUnknownCalls } from './edge.ts'
import { securityHeaderList } from './headers.ts'
import type { Share } from '#server/platform/http/cdn/share.ts'
import type { RequestLoad } from '#server/platform/http/limits/overload.ts'
import { mountAll } from './mount.ts'
import { createPageCall } from '#server/platform/http/pages/page-call.ts'
import { mountPages, type WebPages } from '#server/platform/http/pages/pages.ts'
import type { PublicChange, PublishedProduct } from '#server/platform/http/pages/public-changes.ts'
import type { StandIns } from '#server/platform/stand-ins/stand-ins.ts'
import type { ReadyPages } from '#server/platform/http/pages/ready-pages.ts'
import { createPublicReads, type PublicReads } from './public-reads.ts'
import type { Identity } from './viewer.ts'

interface DoorOptions<All extends Endpoints> {
  app: Hono
  contract: All
  calls: Calls<NoInfer<All>>
  /** Whether a call reads or writes more of the exchange than its input and reply, such as cookies. */
  needsFramework: (name: string) => boolean
  identity: Identity
  site: PublicConfig
  /** What every page says at present, from memory. */
  notice: () => Promise<SiteNotice | null>
  load: RequestLoad
  log: Log
  telemetry: Telemetry
  refreshCookie: string
  /** Absent in tests of the API alone. */
  pages?: WebPages
  ready?: ReadyPages
  /** Whether the page or reply at an address may have a new product. */
  mayHave: (address: string, product: PublishedProduct) => boolean
  /** Before which `drop` was given every change. */
  confirmedAt: () => number
  showAllUntilNow: () => void
  standIns: StandIns
  share?: Share
}

export interface Doors {
  /** Sees each request before the app. */
  publicReads: PublicReads
  /** Sees each request that those leave. */
  earlyCalls: EarlyCalls
  /** Drops the pages and replies in memory that a change outdates. */
  drop(change: PublicChange): void
}

/** Opens all ways to the calls: through the framework, for most of them before it, and through rendered pages. */
export async function openDoors<All extends Endpoints>(options: DoorOptions<All>): Promise<Doors> {
  const { app, contract, calls, site, notice, load, log, telemetry, refreshCookie, pages, ready, mayHave } =
    options
  const { confirmedAt, showAllUntilNow, standIns, share, needsFramework, identity } = options
  mountAll(app, contract, calls)
  mountApiDocs(app, contract, { ...site, refreshCookie })
  refuseUnknownCalls(app)
  const call = createPageCall(calls, log)
  const cache =
    pages &&
    mountPages(app, {
      pages,
      call,
      config: site,
      notice,
      log,
      telemetry,
      ready,
      standIns,
      mayHave,
      confirmedAt,
    })
  const headers = securityHeaderList({
    publicUrl: site.publicUrl,
    contentSecurityPolicy: pages?.cached ?? true,
  })
  const publicReads = createPublicReads({
    contract,
    calls,
    headers,
    load,
    log,
    telemetry,
    mayHave,
    confirmedAt,
    showAllUntilNow,
    standIns,
    share,
  })
  const earlyCalls = createEarlyCalls({
    contract,
    calls,
    needsFramework,
    identity,
    headers,
    load,
    log,
    telemetry,
  })
  return {
    publicReads,
    earlyCalls,
    drop(change) {
      const product = typeof change === 'string' ? undefined : change
      publicReads.clear(product)
      cache?.clear(product)
    },
  }
}

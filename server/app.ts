import type { Server } from 'node:http'
import { API_GROUPS } from '#contract/api-groups.ts'
import { contract, type Contract } from '#contract/contract.ts'
import { createIdentity } from '#server/accounts/routes.ts'
import { refreshCookieName } from '#server/accounts/sessions/cookies.ts'
import { addApiDocs } from '#server/platform/http/api-docs.ts'
import { createCalls, type Handlers } from '#server/platform/http/calls.ts'
import { handlePurgeJobs } from '#server/platform/http/cdn/purging.ts'
import { createCacheHeaders } from '#server/platform/http/cdn/cache-headers.ts'
import { createLimitedServer } from '#server/platform/http/limited-server.ts'
import { createReadyReplies } from '#server/platform/http/ready-replies.ts'
import { addCalls, addUploads, type CallErrorHandlers, uploadCheck } from '#server/platform/http/routes.ts'
import { createHttp, type Middleware } from '#server/platform/http/server.ts'
import { addSite, type SiteOptions } from '#server/platform/http/site.ts'
import { answerRollCalls } from '#server/platform/monitoring/roll-call.ts'
import { VERSION } from '#server/platform/process/version.ts'
import { createAddressCheck } from '#server/search/addresses.ts'
import type { Context, Domain, Platform } from './context.ts'
import { createContext, DOMAINS, ROUTES } from './domains.ts'

/** One handler for each endpoint of the contract, or this does not compile. */
const handlers: Handlers<Contract, Context> = ROUTES

const domains: readonly Domain[] = DOMAINS

export interface AppOptions extends Platform, Pick<SiteOptions, 'pages' | 'clientFolder' | 'readMetrics'> {
  /** A server that listens or will listen. */
  server?: Server
  /** Middleware that runs before everything else. */
  before?: Middleware
  /** True if whole replies are parsed by the contract (see calls.ts). */
  checksReplies?: boolean
}

export type App = Awaited<ReturnType<typeof createApp>>

/** Pages and replies in memory; changes to public data expire them. */
function openReplies(ctx: Context, build: string) {
  const replies = createReadyReplies({
    telemetry: ctx.telemetry,
    standIns: ctx.standIns,
    build: `${VERSION} ${build}`,
    canContain: createAddressCheck(ctx.searchCaches.lookups),
    confirmedAt: ctx.listener.confirmedAt,
    requireLatestReads: ctx.replicas.requireLatestReads,
  })
  ctx.changes.onChange((change) => {
    replies.clear(typeof change === 'string' ? undefined : change)
  })
  return replies
}

export async function createApp(options: AppOptions) {
  const { pages, config, checksReplies = false } = options
  const ctx = createContext(options)
  const server = options.server ?? createLimitedServer(config)
  const replies = openReplies(ctx, pages?.assets.script ?? '')
  const cacheHeaders = config.cdn && createCacheHeaders(config.cdn)
  const app = await createHttp({
    ...options,
    server,
    publicUrl: config.publicUrl,
    hasPolicy: pages?.cached ?? true,
    cacheHeaders,
    sendIfReady: replies.sendIfReady,
  })
  const calls = createCalls(ctx, contract, handlers, { checksReplies })
  const { site } = ctx
  const load = await addSite(app, {
    ...options,
    site,
    replies,
    calls,
    notice: ctx.currentNotice.get,
  })
  handlePurgeJobs(ctx)
  answerRollCalls(ctx)
  for (const domain of domains) {
    domain.jobs?.(ctx)
    domain.addRoutes?.(app, ctx)
  }
  const identity = createIdentity(ctx)
  const uploads = domains.flatMap((domain) => domain.uploads?.(ctx) ?? [])
  await addUploads(app, identity, uploads)
  addApiDocs(
    app,
    { groups: API_GROUPS, uploads },
    { ...site, refreshCookie: refreshCookieName(config.publicUrl) },
  )
  const domainHandlers = domains.map((domain) => domain.errorHandlers?.(ctx))
  const errorHandlers = Object.assign({}, ...domainHandlers) as CallErrorHandlers
  addCalls(app, { contract, calls, identity, replies, load, errorHandlers })
  await app.ready()
  return { app, isUpload: uploadCheck(uploads) }
}

import type { Hono } from 'hono'
import { type Contract, contract } from '#contract/contract.ts'
import { accountsRoutes, createIdentity, mountAccounts } from '#server/accounts/routes.ts'
import { refreshCookieName } from '#server/accounts/sessions/cookies.ts'
import { blocksRoutes } from '#server/blocks/routes.ts'
import { catalogRoutes } from '#server/catalog/routes.ts'
import { conversationsRoutes, heldMessagesRoutes, mountConversations } from '#server/conversations/routes.ts'
import { decisionsRoutes, reportsRoutes, staffRoutes } from '#server/decisions/routes.ts'
import { favouritesRoutes } from '#server/favourites/routes.ts'
import { guardRoutes, ruleScreenRoutes } from '#server/guard/routes.ts'
import { imeiRoutes } from '#server/imei/routes.ts'
import { mountReportPictures } from '#server/moderation/routes.ts'
import { notificationsRoutes, pushRoutes } from '#server/notifications/routes.ts'
import { operationsRoutes } from '#server/operations/routes.ts'
import { mountPersonalData, personalDataRoutes } from '#server/personal-data/routes.ts'
import { isUpload, mountPhotos, photosRoutes } from '#server/photos/routes.ts'
import { createCalls, type Handlers } from '#server/platform/http/calls.ts'
import { createShare } from '#server/platform/http/cdn/share.ts'
import { openDoors } from '#server/platform/http/doors.ts'
import { createEdge, type EdgeOptions } from '#server/platform/http/edge.ts'
import { createEarlyPictures, type EarlyPictures } from '#server/platform/http/files/early-pictures.ts'
import { securityHeaderList } from '#server/platform/http/headers.ts'
import type { EarlyCalls } from '#server/platform/http/early-calls.ts'
import type { PublicReads } from '#server/platform/http/public-reads.ts'
import type { ReadyPages } from '#server/platform/http/pages/ready-pages.ts'
import { mountSharedAddresses } from '#server/platform/http/pages/shared-addresses.ts'
import { answerRollCalls } from '#server/platform/process/roll-call.ts'
import { productsRoutes } from '#server/products/routes.ts'
import { mountSharePictures } from '#server/products/share-pictures.ts'
import { mountShortLinks } from '#server/products/short-links.ts'
import { mountSitemap } from '#server/products/sitemap-routes.ts'
import { reviewsRoutes } from '#server/reviews/routes.ts'
import { savedSearchesRoutes } from '#server/saved-searches/routes.ts'
import { createAddressCheck } from '#server/search/addresses.ts'
import { searchRoutes } from '#server/search/routes.ts'
import { sellersRoutes } from '#server/sellers/routes.ts'
import { sellingRoutes } from '#server/selling/routes.ts'
import { supportRoutes } from '#server/support/routes.ts'
import { createContext, type Context, type Platform } from './context.ts'
import { handleAllJobs } from './jobs.ts'

/** One handler for each endpoint of the contract, or this does not compile. */
const handlers = {
  ...accountsRoutes,
  ...blocksRoutes,
  ...catalogRoutes,
  ...conversationsRoutes,
  ...decisionsRoutes,
  ...favouritesRoutes,
  ...heldMessagesRoutes,
  ...imeiRoutes,
  ...guardRoutes,
  ...notificationsRoutes,
  ...operationsRoutes,
  ...personalDataRoutes,
  ...photosRoutes,
  ...productsRoutes,
  ...pushRoutes,
  ...reportsRoutes,
  ...ruleScreenRoutes,
  ...reviewsRoutes,
  ...savedSearchesRoutes,
  ...searchRoutes,
  ...sellersRoutes,
  ...sellingRoutes,
  ...staffRoutes,
  ...supportRoutes,
} satisfies Handlers<Contract, Context>

/** A handler that names its third argument, the framework's request, works with it. */
const needsFramework = (name: string): boolean => handlers[name as keyof typeof handlers].length > 2

export interface AppOptions extends Platform, Pick<EdgeOptions, 'pages' | 'clientFolder' | 'readMetrics'> {
  /** Receives the pages that visitors got. */
  ready?: ReadyPages
  /** Whether replies are parsed by the contract as a whole (see calls.ts). */
  checksReplies?: boolean
}

export interface App {
  /** All that one process serves. */
  app: Hono
  /** Sees each request before it. */
  publicReads: PublicReads
  /** Sees each request that those leave. */
  earlyCalls: EarlyCalls
  /** Sees each request that both leave. */
  earlyPictures: EarlyPictures
}

export async function createApp(options: AppOptions): Promise<App> {
  const { pages, ready, log, telemetry, checksReplies = false } = options
  const ctx = createContext(options)
  const { site } = ctx
  const share = options.config.cdn && createShare(options.config.cdn)
  const { app, load } = await createEdge({ ...options, site, isUpload, share })
  handleAllJobs(ctx)
  answerRollCalls(ctx)
  // First, since the other domains' endpoints need to know the viewer.
  const identity = createIdentity(ctx)
  mountAccounts(app, ctx, identity)
  mountConversations(app, ctx)
  mountPersonalData(app, ctx)
  mountPhotos(app, ctx)
  mountReportPictures(app, ctx)
  mountSharedAddresses(app)
  mountShortLinks(app)
  mountSharePictures(app, ctx)
  mountSitemap(app, ctx)
  const calls = createCalls(ctx, contract, handlers, { checksReplies })
  const refreshCookie = refreshCookieName(site.publicUrl)
  const mayHave = createAddressCheck(ctx.searchCaches.lookups)
  const doors = await openDoors({
    app,
    contract,
    calls,
    needsFramework,
    identity,
    site,
    notice: ctx.currentNotice.get,
    load,
    log,
    telemetry,
    refreshCookie,
    pages,
    ready,
    mayHave,
    confirmedAt: ctx.listener.confirmedAt,
    showAllUntilNow: ctx.replicas.showAllUntilNow,
    standIns: ctx.standIns,
    share,
  })
  ctx.changes.onChange((change) => {
    if (change === 'withheld') ctx.publicPhotos.clear()
    if (change !== 'pages' && change !== 'notice')
      ctx.searchCaches.clear(typeof change === 'string' ? undefined : change)
    doors.drop(change)
  })
  const earlyPictures = createEarlyPictures({
    storage: ctx.storage,
    find: ctx.findPhoto,
    headers: securityHeaderList({ publicUrl: site.publicUrl, contentSecurityPolicy: false }),
    load,
    log,
    telemetry,
    share,
  })
  const { publicReads, earlyCalls } = doors
  return { app, publicReads, earlyCalls, earlyPictures }
}

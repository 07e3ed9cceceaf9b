import type { Hono } from 'hono'
import { type Contract, contract } from '#contract/contract.ts'
import { accountsRoutes, mountAccounts } from '#server/accounts/routes.ts'
import { refreshCookieName } from '#server/accounts/sessions/cookies.ts'
import { catalogRoutes } from '#server/catalog/routes.ts'
import { conversationsRoutes, mountConversations } from '#server/conversations/routes.ts'
import { favouritesRoutes } from '#server/favourites/routes.ts'
import { notificationsRoutes, pushRoutes } from '#server/notifications/routes.ts'
import { mountPersonalData, personalDataRoutes } from '#server/personal-data/routes.ts'
import { isUpload, mountPhotos, photosRoutes } from '#server/photos/routes.ts'
import { mountApiDocs } from '#server/platform/http/api-docs.ts'
import { type Handlers, createCalls } from '#server/platform/http/calls.ts'
import { createEdge, type EdgeOptions, refuseUnknownCalls } from '#server/platform/http/edge.ts'
import { securityHeaderList } from '#server/platform/http/headers.ts'
import { requestLoad } from '#server/platform/http/limits/overload.ts'
import { mountAll } from '#server/platform/http/mount.ts'
import { createPublicReads, type PublicReads } from '#server/platform/http/public-reads.ts'
import { mountPages } from '#server/platform/http/pages/pages.ts'
import { createPageCall } from '#server/platform/http/pages/page-call.ts'
import type { ReadyPages } from '#server/platform/http/pages/ready-pages.ts'
import { productsRoutes } from '#server/products/routes.ts'
import { mountSitemap } from '#server/products/sitemap-routes.ts'
import { reviewsRoutes } from '#server/reviews/routes.ts'
import { savedSearchesRoutes } from '#server/saved-searches/routes.ts'
import { searchRoutes } from '#server/search/routes.ts'
import { sellersRoutes } from '#server/sellers/routes.ts'
import { sellingRoutes } from '#server/selling/routes.ts'
import { supportRoutes } from '#server/support/routes.ts'
import { createContext, type Context, type Platform } from './context.ts'
import { handleAllJobs } from './jobs.ts'

/** One handler for each endpoint of the contract, or this does not compile. */
const handlers = {
  ...accountsRoutes,
  ...catalogRoutes,
  ...conversationsRoutes,
  ...favouritesRoutes,
  ...notificationsRoutes,
  ...personalDataRoutes,
  ...photosRoutes,
  ...productsRoutes,
  ...pushRoutes,
  ...reviewsRoutes,
  ...savedSearchesRoutes,
  ...searchRoutes,
  ...sellersRoutes,
  ...sellingRoutes,
  ...supportRoutes,
} satisfies Handlers<Contract, Context>

/** Requests whose body has arrived. Far more than two cores serve at once; beyond it waiting only makes everyone late. */
const REQUESTS_UNDER_WAY = 600

/** Pages and calls of one product alone, which another product's publication leaves as they are. */
const OF_ONE_PRODUCT = /^(\/api)?\/products\/[^/?]/
const groupOf = (address: string) => (OF_ONE_PRODUCT.test(address) ? 'product' : 'list')

export interface AppOptions extends Platform, Pick<EdgeOptions, 'findProblems' | 'pages' | 'clientFolder'> {
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
}

export async function createApp(options: AppOptions): Promise<App> {
  const { pages, ready, log, checksReplies = false } = options
  const ctx = createContext(options)
  const { site } = ctx
  const load = requestLoad({
    most: REQUESTS_UNDER_WAY,
    isExempt: ({ req }) => isUpload(req.method, req.path),
  })
  const app = await createEdge({ ...options, site, load, isUpload })
  handleAllJobs(ctx)
  // First, since the other domains' endpoints need to know the viewer.
  mountAccounts(app, ctx)
  mountConversations(app, ctx)
  mountPersonalData(app, ctx)
  mountPhotos(app, ctx)
  mountSitemap(app, ctx)
  const calls = createCalls(ctx, contract, handlers, { checksReplies })
  mountAll(app, contract, calls)
  await mountApiDocs(app, contract, { ...site, refreshCookie: refreshCookieName(site.publicUrl) })
  refuseUnknownCalls(app)
  const cache =
    pages && mountPages(app, { pages, call: createPageCall(calls, log), config: site, log, ready, groupOf })
  const headers = securityHeaderList({
    publicUrl: site.publicUrl,
    contentSecurityPolicy: pages?.cached ?? true,
  })
  const publicReads = createPublicReads({ contract, calls, headers, load, log, groupOf })
  ctx.changes.onChange((change) => {
    if (change !== 'pages') ctx.searchCaches.clear()
    const group = change === 'published' ? 'list' : undefined
    publicReads.clear(group)
    cache?.clear(group)
  })
  return { app, publicReads }
}

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
import { createApi, createEdge, type EdgeOptions, refuseUnknownCalls } from '#server/platform/http/edge.ts'
import { type Handlers, mountAll } from '#server/platform/http/mount.ts'
import { mountPages } from '#server/platform/http/pages/pages.ts'
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

export interface AppOptions extends Platform, Pick<EdgeOptions, 'findProblems' | 'pages' | 'clientFolder'> {
  /** Receives the pages that visitors got. */
  ready?: ReadyPages
}

/** The API as the page renderer calls it: in process, within a request that is already counted and logged. */
function createInnerApi(ctx: Context): Hono {
  const inner = createApi(ctx.log)
  mountAll(inner, ctx, contract, handlers)
  return inner
}

/** All that one process serves. */
export async function createApp(options: AppOptions): Promise<Hono> {
  const { pages, ready, log } = options
  const ctx = createContext(options)
  const { site } = ctx
  const app = await createEdge({ ...options, site, isUpload })
  handleAllJobs(ctx)
  // First, since the other domains' endpoints need to know the viewer.
  mountAccounts(app, ctx)
  mountConversations(app, ctx)
  mountPersonalData(app, ctx)
  mountPhotos(app, ctx)
  mountSitemap(app, ctx)
  mountAll(app, ctx, contract, handlers)
  await mountApiDocs(app, contract, { ...site, refreshCookie: refreshCookieName(site.publicUrl) })
  refuseUnknownCalls(app)
  const cache = pages && mountPages(app, { pages, api: createInnerApi(ctx), config: site, log, ready })
  ctx.changes.onChange((change) => {
    if (change === 'market') ctx.searchCaches.clear()
    cache?.clear()
  })
  return app
}

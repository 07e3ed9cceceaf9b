import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { contract, type Contract } from '#contract/contract.ts'
import { accountsRoutes, addAccounts, createIdentity } from '#server/accounts/routes.ts'
import { avatarUpload } from '#server/accounts/profile/routes.ts'
import { refreshCookieName } from '#server/accounts/sessions/cookies.ts'
import { blocksRoutes } from '#server/blocks/routes.ts'
import { catalogRoutes } from '#server/catalog/routes.ts'
import {
  conversationsRoutes,
  handleConversationCalls,
  heldMessagesRoutes,
  messagePhotoUpload,
} from '#server/conversations/routes.ts'
import { decisionsRoutes, reportsRoutes, staffRoutes } from '#server/decisions/routes.ts'
import { favouritesRoutes } from '#server/favourites/routes.ts'
import { guardRoutes, ruleScreenRoutes } from '#server/guard/routes.ts'
import { imeiRoutes } from '#server/imei/routes.ts'
import { reportPictureUpload } from '#server/moderation/routes.ts'
import { notificationsRoutes, pushRoutes } from '#server/notifications/routes.ts'
import { operationsRoutes } from '#server/operations/routes.ts'
import { personalDataErrors, personalDataRoutes } from '#server/personal-data/routes.ts'
import { photosRoutes, photoUpload } from '#server/photos/routes.ts'
import { createCalls, type Handlers } from '#server/platform/http/calls.ts'
import { createLimitedServer } from '#server/platform/http/limited-server.ts'
import { createShare } from '#server/platform/http/cdn/share.ts'
import { addPhotos } from '#server/platform/http/files/photos.ts'
import { addSite, type SiteOptions } from '#server/platform/http/site.ts'
import { createReadyReplies } from '#server/platform/http/ready-replies.ts'
import { addCalls, addUploads, type IsUpload, uploadCheck } from '#server/platform/http/routes.ts'
import { createHttp, type Middleware } from '#server/platform/http/server.ts'
import { VERSION } from '#server/platform/process/version.ts'
import { answerRollCalls } from '#server/platform/process/roll-call.ts'
import { productsRoutes } from '#server/products/routes.ts'
import { addSharePictures } from '#server/products/share-pictures.ts'
import { addShortLinks } from '#server/products/short-links.ts'
import { addSitemap } from '#server/products/sitemap-routes.ts'
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

export interface AppOptions extends Platform, Pick<SiteOptions, 'pages' | 'clientFolder' | 'readMetrics'> {
  /** Listens, or is going to. */
  server?: Server
  /** Sees each request first. */
  before?: Middleware
  /** Whether replies are parsed by the contract as a whole (see calls.ts). */
  checksReplies?: boolean
}

export interface App {
  /** All that one process serves. */
  app: FastifyInstance
  isUpload: IsUpload
}

/** Pages and replies in memory, which every change to public data outdates. */
function openReplies(ctx: Context, build: string) {
  const replies = createReadyReplies({
    telemetry: ctx.telemetry,
    standIns: ctx.standIns,
    build: `${VERSION} ${build}`,
    mayHave: createAddressCheck(ctx.searchCaches.lookups),
    confirmedAt: ctx.listener.confirmedAt,
    showAllUntilNow: ctx.replicas.showAllUntilNow,
  })
  ctx.changes.onChange((change) => {
    const product = typeof change === 'string' ? undefined : change
    if (change === 'withheld') ctx.publicPhotos.clear()
    if (change !== 'pages' && change !== 'notice') ctx.searchCaches.clear(product)
    replies.clear(product)
  })
  return replies
}

export async function createApp(options: AppOptions): Promise<App> {
  const { pages, config, checksReplies = false } = options
  const ctx = createContext(options)
  const server = options.server ?? createLimitedServer(config)
  const replies = openReplies(ctx, pages?.assets.script ?? '')
  const share = config.cdn && createShare(config.cdn)
  const app = await createHttp({
    ...options,
    server,
    publicUrl: config.publicUrl,
    hasPolicy: pages?.cached ?? true,
    share,
    sendIfReady: replies.sendIfReady,
  })
  const calls = createCalls(ctx, contract, handlers, { checksReplies })
  const { site } = ctx
  await addSite(app, {
    ...options,
    site,
    replies,
    calls,
    notice: ctx.currentNotice.get,
    refreshCookie: refreshCookieName(config.publicUrl),
  })
  handleAllJobs(ctx)
  answerRollCalls(ctx)
  addAccounts(app, ctx)
  handleConversationCalls(ctx)
  addPhotos(app, ctx.storage, ctx.findPhoto)
  addShortLinks(app)
  addSharePictures(app, ctx)
  addSitemap(app, ctx)
  const identity = createIdentity(ctx)
  const uploads = [photoUpload(ctx), avatarUpload(ctx), messagePhotoUpload(ctx), reportPictureUpload(ctx)]
  await addUploads(app, identity, uploads)
  addCalls(app, { contract, calls, identity, replies, errorHandlers: personalDataErrors(ctx) })
  await app.ready()
  return { app, isUpload: uploadCheck(uploads) }
}

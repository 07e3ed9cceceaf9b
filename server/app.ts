import { Hono } from 'hono'
import { contract } from '#contract/contract.ts'
import type { PublicConfig } from '#contract/site.ts'
import { authCookies } from '#server/accounts/cookies.ts'
import { messagePhotoPath } from '#contract/conversations.ts'
import { PHOTO_UPLOAD_PATH } from '#contract/photo-uploads.ts'
import { AVATAR_PATH } from '#contract/profiles.ts'
import { profileRoutes } from '#server/accounts/profile-routes.ts'
import { profileService } from '#server/accounts/profile-service.ts'
import { oauthRoutes } from '#server/accounts/oauth-routes.ts'
import { pendingSignIns } from '#server/accounts/oauth-state.ts'
import { accountsRoutes } from '#server/accounts/routes.ts'
import { accountsService } from '#server/accounts/service.ts'
import { securityRoutes } from '#server/accounts/security-routes.ts'
import { accountSettingsRoutes } from '#server/accounts/settings-routes.ts'
import { AppError } from '#server/app-error.ts'
import { conversationsRoutes } from '#server/conversations/routes.ts'
import { conversationsService } from '#server/conversations/service.ts'
import { notificationsRoutes, pushRoutes } from '#server/notifications/routes.ts'
import { notificationsService } from '#server/notifications/service.ts'
import { personalDataRoutes } from '#server/personal-data/routes.ts'
import { personalDataService } from '#server/personal-data/service.ts'
import { favouritesRoutes } from '#server/favourites/routes.ts'
import { favouritesService } from '#server/favourites/service.ts'
import { savedSearchesRoutes } from '#server/saved-searches/routes.ts'
import { savedSearchesService } from '#server/saved-searches/service.ts'
import { catalogRoutes } from '#server/catalog/routes.ts'
import { catalogService } from '#server/catalog/service.ts'
import { type Config, publicConfig } from '#server/config.ts'
import type { Database } from '#server/db/connect.ts'
import type { Listener } from '#server/db/listener.ts'
import { mountApiDocs } from '#server/http/api-docs.ts'
import { securityHeaders } from '#server/http/headers.ts'
import { mountHealth } from '#server/http/health.ts'
import { openApi } from '#server/http/openapi.ts'
import { shedLoad } from '#server/http/overload.ts'
import { mountPages, type WebPages } from '#server/http/pages.ts'
import { photoFileRoutes } from '#server/http/photos.ts'
import { type PhotoSigner, photoSigner } from '#server/http/photo-signer.ts'
import type { ReadyPages } from '#server/http/ready-pages.ts'
import { publicChanges, type PublicChanges } from '#server/http/public-changes.ts'
import { problemReply } from '#server/http/problem-reply.ts'
import { requestLimits } from '#server/http/request-limits.ts'
import { requestLog } from '#server/http/request-log.ts'
import { mountServiceWorker } from '#server/http/service-worker.ts'
import { mountSiteFiles } from '#server/http/site-files.ts'
import { mountStaticFiles } from '#server/http/static-files.ts'
import { addressReader, type AddressReader } from '#server/http/client-address.ts'
import type { RateLimiter } from '#server/http/rate-limit.ts'
import { sameOrigin } from '#server/http/same-origin.ts'
import { identify } from '#server/http/viewer.ts'
import type { ImageProcessor } from '#server/images/image-processor.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Live } from '#server/live/live.ts'
import type { Log } from '#server/log.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { publicPhotos } from '#server/photos/public-photos.ts'
import { photosRoutes } from '#server/photos/routes.ts'
import { photosService } from '#server/photos/service.ts'
import type { PushSender } from '#server/push/push-sender.ts'
import type { Secrets } from '#server/secrets.ts'
import { productsRoutes } from '#server/products/routes.ts'
import { productsService } from '#server/products/service.ts'
import { sitemapRoutes } from '#server/products/sitemap-routes.ts'
import { sitemapService } from '#server/products/sitemap-service.ts'
import { reviewsRoutes } from '#server/reviews/routes.ts'
import { reviewsService } from '#server/reviews/service.ts'
import { sellingRoutes } from '#server/selling/routes.ts'
import { sellingService } from '#server/selling/service.ts'
import { sellersRoutes } from '#server/sellers/routes.ts'
import { sellersService } from '#server/sellers/service.ts'
import { searchRoutes } from '#server/search/routes.ts'
import { searchService } from '#server/search/service.ts'
import type { Outbox } from '#server/outbox/outbox.ts'
import { outboxRoutes } from '#server/outbox/routes.ts'
import type { SmsProvider } from '#server/sms/sms-provider.ts'
import type { Storage } from '#server/storage/storage.ts'
import { supportRoutes } from '#server/support/routes.ts'
import { supportService } from '#server/support/service.ts'

/** Far more than two cores serve at once; beyond it waiting only makes everyone late. */
const REQUESTS_UNDER_WAY = 600

export interface AppParts {
  config: Config
  db: Database
  storage: Storage
  images: ImageProcessor
  listener: Listener
  secrets: Secrets
  jobs: Jobs
  live: Live
  limiter: RateLimiter
  mailer: Mailer
  /** Undefined where the deployment has no provider. */
  sms: SmsProvider | undefined
  push: PushSender
  /** Shown at /dev/outbox while the site runs on this machine. */
  outbox: Outbox
  log: Log
  isReady: () => Promise<boolean>
  /** What is to be done when the process ends, while the database is still there. */
  onClose: (step: () => Promise<void>) => void
  /** Absent in tests of the API alone. */
  pages?: WebPages
  /** Told of the pages that visitors got. */
  ready?: ReadyPages
  /** Folder of the built client files; absent while Vite serves them. */
  clientFolder?: string
}

/** Where `PUT` takes a file. */
const UPLOADS = [AVATAR_PATH, `${PHOTO_UPLOAD_PATH}/[^/]+`, messagePhotoPath('[^/]+', '[^/]+')].map(
  (path) => new RegExp(`^${path}$`),
)

/** What several domains work with. */
interface Common extends AppParts {
  site: PublicConfig
  changes: PublicChanges
  addressOf: AddressReader
  signer: PhotoSigner
}

function buildServices(common: Common) {
  const catalog = catalogService(common)
  const search = searchService({ db: common.db, catalog })
  const notifications = notificationsService(common)
  return {
    catalog,
    notifications,
    search,
    products: productsService(common),
    reviews: reviewsService({ ...common, notifications }),
    sellers: sellersService(common),
    photos: photosService({ ...common, notifications }),
    conversations: conversationsService({ ...common, notifications }),
    favourites: favouritesService({ ...common, notifications }),
    savedSearches: savedSearchesService({ ...common, search, notifications }),
    support: supportService(common),
  }
}
type Services = ReturnType<typeof buildServices>

/** What anyone may call, and pages are rendered from. */
function mountApi(app: Hono, services: Services) {
  catalogRoutes(app, services.catalog)
  productsRoutes(app, services.products)
  searchRoutes(app, services.search)
  reviewsRoutes(app, services.reviews)
  sellersRoutes(app, services.sellers)
}

function mountAccounts(app: Hono, common: Common, services: Services) {
  const { config, secrets, addressOf, log } = common
  const settings = config.accounts
  const accounts = accountsService({ ...common, ...services, settings, oauth: config.oauth })
  const secure = config.publicUrl.startsWith('https:')
  const cookies = authCookies(secrets, { secure })
  app.use(identify(accounts.authenticate))
  const accountsParts = { accounts, cookies, addressOf }
  accountsRoutes(app, accountsParts)
  accountSettingsRoutes(app, accountsParts)
  securityRoutes(app, accountsParts)
  const pending = pendingSignIns(secrets, { secure, now: () => Date.now() })
  oauthRoutes(app, { ...accountsParts, pendingSignIns: pending, log })
  profileRoutes(app, profileService(common))
  const personalData = personalDataService({ ...common, ...services, accounts })
  personalDataRoutes(app, {
    personalData,
    accounts,
    forgetSession: cookies.clearRefreshToken,
    log,
  })
  return accounts
}

function mountTalk(app: Hono, { addressOf }: Common, { notifications, conversations, support }: Services) {
  supportRoutes(app, { support, addressOf })
  notificationsRoutes(app, notifications)
  pushRoutes(app, { notifications, addressOf })
  conversationsRoutes(app, conversations)
}

function mountSelling(app: Hono, common: Common, services: Services) {
  const { addressOf, site, onClose } = common
  const { photos, favourites, savedSearches } = services
  const selling = sellingService({ ...common, ...services, money: site.money })
  onClose(selling.views.close)
  sellingRoutes(app, { selling, addressOf })
  photosRoutes(app, { photos, beginDraft: selling.beginDraft })
  favouritesRoutes(app, favourites)
  savedSearchesRoutes(app, savedSearches)
}

/** The API as the page renderer calls it: in process, under the request that is already counted and logged. */
function innerApi(log: Log, services: Services) {
  const inner = new Hono()
  inner.onError((error, c) => problemReply(c, error, log))
  mountApi(inner, services)
  return inner
}

/** Builds every domain and mounts all that one process serves. */
export async function buildApp(parts: AppParts): Promise<Hono> {
  const { config, db, log, pages } = parts
  const site = publicConfig(config)
  const app = new Hono()
  app.onError((error, c) => problemReply(c, error, log))
  app.notFound((c) => problemReply(c, new AppError('not-found'), log))

  app.use(requestLog(log))
  app.use(
    securityHeaders({
      publicUrl: config.publicUrl,
      contentSecurityPolicy: pages?.cached ?? true,
    }),
  )
  mountHealth(app, parts.isReady)
  if (parts.clientFolder && pages)
    await mountServiceWorker(app, { folder: parts.clientFolder, assets: pages.assets })
  if (parts.clientFolder) await mountStaticFiles(app, parts.clientFolder)
  await mountSiteFiles(app, site)
  app.use(shedLoad(REQUESTS_UNDER_WAY))
  app.use(requestLimits({ uploads: UPLOADS }))
  const signer = photoSigner(parts.secrets, Date.now)
  app.route('/', photoFileRoutes({ storage: parts.storage, isPublic: publicPhotos(db), signing: signer }))
  if (config.isLocal) outboxRoutes(app, { outbox: parts.outbox, siteName: site.siteName })
  app.use('/api/auth/*', sameOrigin(config))
  const changes = publicChanges(parts.listener)
  const common = { ...parts, site, changes, addressOf: addressReader(config.trustedProxies), signer }
  const services = buildServices(common)
  const accounts = mountAccounts(app, common, services)
  parts.live.useRules({ ...accounts.live, mayTalk: services.conversations.mayTalk })
  mountTalk(app, common, services)
  mountSelling(app, common, services)
  mountApi(app, services)

  sitemapRoutes(app, sitemapService({ db, catalog: services.catalog, publicUrl: site.publicUrl }))

  await mountApiDocs(app, openApi(contract, { title: site.siteName, version: '1', server: site.publicUrl }))
  app.all('/api/*', () => {
    throw new AppError('not-found')
  })
  const cache =
    pages && mountPages(app, { pages, api: innerApi(log, services), config: site, log, ready: parts.ready })
  changes.onChange((change) => {
    if (change === 'market') services.search.forget()
    cache?.clear()
  })
  return app
}

import { Hono } from 'hono'
import { contract } from '#contract/contract.ts'
import type { PublicConfig } from '#contract/site.ts'
import { authCookies } from '#server/accounts/cookies.ts'
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
import { personalDataRoutes } from '#server/personal-data/routes.ts'
import { personalDataService } from '#server/personal-data/service.ts'
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
import { photoRoutes } from '#server/http/photos.ts'
import { publicChanges, type PublicChanges } from '#server/http/public-changes.ts'
import { problemReply } from '#server/http/problem-reply.ts'
import { requestLimits } from '#server/http/request-limits.ts'
import { requestLog } from '#server/http/request-log.ts'
import { mountServiceWorker } from '#server/http/service-worker.ts'
import { mountSiteFiles } from '#server/http/site-files.ts'
import { mountStaticFiles } from '#server/http/static-files.ts'
import { addressReader } from '#server/http/client-address.ts'
import { rateLimiter, type RateLimiter } from '#server/http/rate-limit.ts'
import { sameOrigin } from '#server/http/same-origin.ts'
import { identify } from '#server/http/viewer.ts'
import type { ImageProcessor } from '#server/images/image-processor.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import type { Log } from '#server/log.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import type { Secrets } from '#server/secrets.ts'
import { productsRoutes } from '#server/products/routes.ts'
import { productsService } from '#server/products/service.ts'
import { sitemapRoutes } from '#server/products/sitemap-routes.ts'
import { sitemapService } from '#server/products/sitemap-service.ts'
import { reviewsRoutes } from '#server/reviews/routes.ts'
import { reviewsService } from '#server/reviews/service.ts'
import { sellersRoutes } from '#server/sellers/routes.ts'
import { sellersService } from '#server/sellers/service.ts'
import { searchRoutes } from '#server/search/routes.ts'
import { searchService } from '#server/search/service.ts'
import type { Outbox } from '#server/outbox/outbox.ts'
import { outboxRoutes } from '#server/outbox/routes.ts'
import type { SmsProvider } from '#server/sms/sms-provider.ts'
import type { Storage } from '#server/storage/storage.ts'

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
  mailer: Mailer
  /** Undefined where the deployment has no provider. */
  sms: SmsProvider | undefined
  /** Shown at /dev/outbox while the site runs on this machine. */
  outbox: Outbox
  log: Log
  isReady: () => Promise<boolean>
  /** Absent in tests of the API alone. */
  pages?: WebPages
  /** Folder of the built client files; absent while Vite serves them. */
  clientFolder?: string
}

/** Where `PUT` takes a file. */
const UPLOADS = [new RegExp(`^${AVATAR_PATH}$`)]

function buildServices({ db, jobs }: AppParts, limiter: RateLimiter) {
  const catalog = catalogService({ db })
  return {
    catalog,
    products: productsService({ db }),
    search: searchService({ db, catalog }),
    reviews: reviewsService({ db }),
    sellers: sellersService({ db, limiter, jobs }),
  }
}

function mountApi(app: Hono, services: ReturnType<typeof buildServices>) {
  catalogRoutes(app, services.catalog)
  productsRoutes(app, services.products)
  searchRoutes(app, services.search)
  reviewsRoutes(app, services.reviews)
  sellersRoutes(app, services.sellers)
}

interface Shared {
  site: PublicConfig
  limiter: RateLimiter
  changes: PublicChanges
}

function mountAccounts(app: Hono, parts: AppParts, { site, limiter, changes }: Shared) {
  const { config, secrets } = parts
  const settings = config.accounts
  const accounts = accountsService({ ...parts, settings, oauth: config.oauth, site, limiter, changes })
  const secure = config.publicUrl.startsWith('https:')
  const cookies = authCookies(secrets, { secure })
  app.use(identify(accounts.authenticate))
  const accountsParts = { accounts, cookies, addressOf: addressReader(config.trustedProxies) }
  accountsRoutes(app, accountsParts)
  accountSettingsRoutes(app, accountsParts)
  securityRoutes(app, accountsParts)
  const pending = pendingSignIns(secrets, { secure, now: () => Date.now() })
  oauthRoutes(app, { ...accountsParts, pendingSignIns: pending, log: parts.log })
  profileRoutes(app, profileService({ ...parts, limiter, changes }))
  const personalData = personalDataService({ ...parts, accounts, changes })
  personalDataRoutes(app, {
    personalData,
    accounts,
    forgetSession: cookies.clearRefreshToken,
    log: parts.log,
  })
}

/** The API as the page renderer calls it: in process, under the request that is already counted and logged. */
function innerApi(log: Log, services: ReturnType<typeof buildServices>) {
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
      https: config.publicUrl.startsWith('https:'),
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
  app.route('/', photoRoutes(parts.storage))
  if (config.isLocal) outboxRoutes(app, { outbox: parts.outbox, siteName: site.siteName })
  app.use('/api/auth/*', sameOrigin(config))
  const limiter = rateLimiter(db)
  const changes = publicChanges(parts.listener)
  const services = buildServices(parts, limiter)
  mountAccounts(app, parts, { site, limiter, changes })
  mountApi(app, services)

  sitemapRoutes(app, sitemapService({ db, catalog: services.catalog, publicUrl: site.publicUrl }))

  await mountApiDocs(app, openApi(contract, { title: site.siteName, version: '1', server: site.publicUrl }))
  app.all('/api/*', () => {
    throw new AppError('not-found')
  })
  const cache = pages && mountPages(app, { pages, api: innerApi(log, services), config: site, log })
  changes.onChange((change) => {
    if (change === 'market') services.search.forget()
    cache?.clear()
  })
  return app
}

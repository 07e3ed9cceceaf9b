import type { FastifyInstance } from 'fastify'
import type { SiteNotice } from '#contract/moderation/administration/site-notice.ts'
import type { PublicConfig } from '#contract/site.ts'
import type { Config } from '#server/config/config.ts'
import type { DevMailbox } from '#server/platform/dev-mailbox/dev-mailbox.ts'
import { addDevMailbox } from '#server/platform/dev-mailbox/routes.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { addOfflinePage } from '#server/platform/http/files/offline-page.ts'
import { addSiteFiles } from '#server/platform/http/files/site-files.ts'
import { addStaticFiles } from '#server/platform/http/files/static-files.ts'
import { type RequestLoad, requestLoad } from '#server/platform/http/limits/overload.ts'
import { createPageCall } from '#server/platform/http/pages/page-call.ts'
import { createPages, type WebPages } from '#server/platform/http/pages/pages.ts'
import { addServiceWorker } from '#server/platform/http/pages/service-worker.ts'
import { addMetrics, type ReadMetrics } from '#server/platform/metrics/serve-metrics.ts'
import type { Telemetry } from '#server/platform/metrics/telemetry.ts'
import type { Log } from '#server/platform/process/log.ts'
import type { Call } from './calls.ts'
import { addHealth } from './health.ts'
import type { ReadyReplies } from './ready-replies.ts'
import { refuseOtherOrigins } from './same-origin.ts'

/**
 * Maximum requests at once, counted when their body has arrived. Two cores serve far fewer; beyond this, waiting only
 * delays everyone.
 */
const REQUESTS_UNDER_WAY = 600

export interface SiteOptions {
  config: Config
  site: PublicConfig
  log: Log
  telemetry: Telemetry
  /** Reads the metrics of all processes. Default: of this process. */
  readMetrics?: ReadMetrics
  devMailbox: DevMailbox
  /** Finds the reasons why the process cannot serve everything. */
  findProblems: () => Promise<string[]>
  /** Undefined in tests of the API only. */
  pages?: WebPages
  /** Folder of the built client files; undefined if Vite serves them. */
  clientFolder?: string
  replies: ReadyReplies
  calls: Readonly<Record<string, Call>>
  /** The current notice of all pages, from memory. */
  notice: () => Promise<SiteNotice | null>
}

const CALL = /^\/api(?:[/?]|$)/

function refuse(): never {
  throw new AppError('not-found')
}

async function addFiles(app: FastifyInstance, { site, pages, clientFolder }: SiteOptions): Promise<void> {
  if (clientFolder && pages) await addServiceWorker(app, { folder: clientFolder, assets: pages.assets })
  if (clientFolder) {
    await addStaticFiles(app, clientFolder)
    await addOfflinePage(app, clientFolder, site.siteName)
  }
  await addSiteFiles(app, site)
}

/**
 * Adds routes that belong to no domain: health, metrics, files of the build, pages and the API's description. Returns
 * the counter of current requests.
 */
export async function addSite(app: FastifyInstance, options: SiteOptions): Promise<RequestLoad> {
  const { config, site, telemetry, log, pages, replies, calls, notice } = options
  const load = requestLoad({ most: REQUESTS_UNDER_WAY })
  addHealth(app, async () => [
    ...(load.isShedding() ? ['too many requests are under way'] : []),
    ...(await options.findProblems()),
  ])
  const { token } = config.metrics
  const { readMetrics = () => telemetry.registry.metrics() } = options
  if (token !== undefined) addMetrics(app, token, readMetrics)
  await addFiles(app, options)
  // Routes added before this line never wait for the database, so they are not counted.
  load.countHandlers(app)
  if (config.isLocal) addDevMailbox(app, { devMailbox: options.devMailbox, siteName: site.siteName })
  // The page of the design system exists only on developers' machines.
  else app.get('/dev/ui', refuse)
  refuseOtherOrigins(app, config)
  const servePage =
    pages &&
    createPages({
      pages,
      call: createPageCall(calls, log),
      config: site,
      notice,
      now: Date.now,
      replies,
      load,
      log,
    })
  app.setNotFoundHandler(async (request, reply) => {
    if (!CALL.test(request.url)) return servePage ? servePage(request, reply) : refuse()
    request.countedAs = '/api/*'
    return refuse()
  })
  return load
}

import type { FastifyInstance } from 'fastify'
import type { SiteNotice } from '#contract/moderation/administration/site-notice.ts'
import type { PublicConfig } from '#contract/site.ts'
import type { Config } from '#server/config/config.ts'
import type { DevMailbox } from '#server/platform/dev-mailbox/dev-mailbox.ts'
import { addDevMailbox } from '#server/platform/dev-mailbox/routes.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
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

/** Requests whose body has arrived. Far more than two cores serve at once; beyond it waiting only makes everyone late. */
const REQUESTS_UNDER_WAY = 600

export interface SiteOptions {
  config: Config
  site: PublicConfig
  log: Log
  telemetry: Telemetry
  /** Reads the metrics of all processes. Default: of this process. */
  readMetrics?: ReadMetrics
  devMailbox: DevMailbox
  /** What keeps the process from serving everything. */
  findProblems: () => Promise<string[]>
  /** Absent in tests of the API alone. */
  pages?: WebPages
  /** Folder of the built client files; absent while Vite serves them. */
  clientFolder?: string
  replies: ReadyReplies
  calls: Readonly<Record<string, Call>>
  /** What every page says at present, from memory. */
  notice: () => Promise<SiteNotice | null>
}

const CALL = /^\/api(?:[/?]|$)/

function refuse(): never {
  throw new AppError('not-found')
}

async function addFiles(app: FastifyInstance, { site, pages, clientFolder }: SiteOptions): Promise<void> {
  if (clientFolder && pages) await addServiceWorker(app, { folder: clientFolder, assets: pages.assets })
  if (clientFolder) await addStaticFiles(app, clientFolder)
  await addSiteFiles(app, site)
}

/**
 * What is of no domain: health, metrics, files of the build, pages and what the API says of itself. Returns what counts
 * the requests under way.
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
  // Of what was added before, nothing waits for the database.
  load.countHandlers(app)
  if (config.isLocal) addDevMailbox(app, { devMailbox: options.devMailbox, siteName: site.siteName })
  // The page of the design system; a list of parts is nobody else's business.
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

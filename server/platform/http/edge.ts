import { Hono } from 'hono'
import type { PublicConfig } from '#contract/site.ts'
import type { Config } from '#server/config/config.ts'
import type { DevMailbox } from '#server/platform/dev-mailbox/dev-mailbox.ts'
import { mountDevMailbox } from '#server/platform/dev-mailbox/routes.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Log } from '#server/platform/process/log.ts'
import { mountSiteFiles } from '#server/platform/http/files/site-files.ts'
import { mountStaticFiles } from '#server/platform/http/files/static-files.ts'
import { type Share, shareReplies } from '#server/platform/http/cdn/share.ts'
import { securityHeaders } from './headers.ts'
import { mountHealth } from './health.ts'
import { mountMetrics, type ReadMetrics } from '#server/platform/metrics/serve-metrics.ts'
import type { Telemetry } from '#server/platform/metrics/telemetry.ts'
import { type RequestLoad, requestLoad } from '#server/platform/http/limits/overload.ts'
import { type IsUpload, requestLimits } from '#server/platform/http/limits/request-limits.ts'
import type { WebPages } from '#server/platform/http/pages/pages.ts'
import { mountServiceWorker } from '#server/platform/http/pages/service-worker.ts'
import { type ProblemDeps, problemReply } from './problem-reply.ts'
import { requestLog } from './request-log.ts'
import { sameOrigin } from './same-origin.ts'

/** Requests whose body has arrived. Far more than two cores serve at once; beyond it waiting only makes everyone late. */
const REQUESTS_UNDER_WAY = 600

export interface EdgeOptions {
  config: Config
  site: PublicConfig
  log: Log
  telemetry: Telemetry
  /** Reads the metrics of all processes. Default: of this process. */
  readMetrics?: ReadMetrics
  devMailbox: DevMailbox
  isUpload: IsUpload
  /** What keeps the process from serving everything. */
  findProblems: () => Promise<string[]>
  /** Absent in tests of the API alone. */
  pages?: WebPages
  /** Absent where there is no CDN. */
  share?: Share
  /** Folder of the built client files; absent while Vite serves them. */
  clientFolder?: string
}

/** An app whose failures are replies of the API's one shape. */
function createApi(deps: ProblemDeps): Hono {
  const app = new Hono()
  app.onError((error, c) => problemReply(deps, c, error))
  app.notFound((c) => problemReply(deps, c, new AppError('not-found')))
  return app
}

/** After all calls of the API, or an unknown one would be a page. */
export function refuseUnknownCalls(app: Hono): void {
  app.all('/api/*', () => {
    throw new AppError('not-found')
  })
}

/** What comes before any domain: log, headers, health, files of the build, and limits. */
export async function createEdge(options: EdgeOptions): Promise<{ app: Hono; load: RequestLoad }> {
  const { config, site, telemetry, isUpload, pages, clientFolder } = options
  const app = createApi(options)
  const load = requestLoad({
    most: REQUESTS_UNDER_WAY,
    isExempt: ({ req }) => isUpload(req.method, req.path),
  })
  app.use(requestLog(options))
  app.use(securityHeaders({ publicUrl: config.publicUrl, contentSecurityPolicy: pages?.cached ?? true }))
  if (options.share) app.use(shareReplies(options.share))
  mountHealth(app, async () => [
    ...(load.isShedding() ? ['too many requests are under way'] : []),
    ...(await options.findProblems()),
  ])
  const { token } = config.metrics
  const { readMetrics = () => telemetry.registry.metrics() } = options
  if (token !== undefined) mountMetrics(app, token, readMetrics)
  if (clientFolder && pages) await mountServiceWorker(app, { folder: clientFolder, assets: pages.assets })
  if (clientFolder) await mountStaticFiles(app, clientFolder)
  await mountSiteFiles(app, site)
  app.use(requestLimits({ isUpload }))
  app.use(load.middleware)
  if (config.isLocal) mountDevMailbox(app, { devMailbox: options.devMailbox, siteName: site.siteName })
  // The page of the design system; a list of parts is nobody else's business.
  else app.get('/dev/ui', (c) => c.notFound())
  app.use('/api/auth/*', sameOrigin(config))
  return { app, load }
}

import { once } from 'node:events'
import { collectDefaultMetrics, type Registry } from 'prom-client'
import type { Config } from '#server/config/config.ts'
import { databaseFigures } from './database-figures.ts'
import { openGauges, type Watched } from './gauges.ts'
import { shareMetrics } from '#server/platform/metrics/metrics-of-all.ts'
import { type ReadMetrics, serveMetrics } from '#server/platform/metrics/serve-metrics.ts'

interface Deps extends Omit<Watched, 'figures'>, Pick<Config, 'metrics'> {
  /** True if the process is one of several, whose supervisor serves the metrics. */
  isOneOfSeveral?: boolean
  onClose: (step: () => Promise<void>) => void
}

/** Gauges that prom-client names like counters. */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
]

/** Adds metrics of event loop, garbage collection, memory and CPU. */
function watchProcess(registry: Registry): void {
  collectDefaultMetrics({ register: registry })
  for (const name of MISNAMED) registry.removeSingleMetric(name)
}

/** Serves metrics on a port of their own if the settings name one. */
export async function openMetricsPort(
  { port, host }: Config['metrics'],
  read: ReadMetrics,
  onClose: Deps['onClose'],
): Promise<void> {
  if (port === undefined) return
  const server = await serveMetrics({ port, host }, read)
  onClose(async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  })
}

/**
 * Collects this process's metrics if the settings enable Prometheus, and serves them unless the process is one of
 * several. Returns a function that reads the site's metrics.
 */
export async function openMetrics({
  metrics,
  isOneOfSeveral,
  onClose,
  ...watched
}: Deps): Promise<ReadMetrics | undefined> {
  if (metrics.port === undefined && metrics.token === undefined) return undefined
  const { registry } = watched.telemetry
  watchProcess(registry)
  openGauges({ ...watched, figures: databaseFigures(watched.db) })
  if (isOneOfSeveral) return shareMetrics(registry)
  const readMetrics = () => registry.metrics()
  await openMetricsPort(metrics, readMetrics, onClose)
  return readMetrics
}

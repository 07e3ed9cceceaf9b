import { once } from 'node:events'
import { collectDefaultMetrics } from 'prom-client'
import type { Config } from '#server/config/config.ts'
import { databaseFigures } from './database-figures.ts'
import { openGauges, type Watched } from './gauges.ts'
import { registry } from './registry.ts'
import { serveMetrics } from './serve-metrics.ts'

interface Deps extends Omit<Watched, 'figures'>, Pick<Config, 'metrics'> {
  onClose: (step: () => Promise<void>) => void
}

/** Of prom-client, which names them as if they were counters. */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
]

/** Event loop, garbage collection, memory and CPU. */
function watchProcess(): void {
  if (registry.getSingleMetric('process_cpu_seconds_total')) return
  collectDefaultMetrics({ register: registry })
  for (const name of MISNAMED) registry.removeSingleMetric(name)
}

/** Where the settings let Prometheus in, looks at this process; on a port of its own where they name one. */
export async function openMetrics({ metrics, onClose, ...watched }: Deps): Promise<void> {
  const { port, host, token } = metrics
  if (port === undefined && token === undefined) return
  watchProcess()
  openGauges({ ...watched, figures: databaseFigures(watched.db) })
  if (port === undefined) return
  const server = await serveMetrics({ port, host }, () => registry.metrics())
  onClose(async () => {
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  })
}

import type { Registry } from 'prom-client'

export interface Sample {
  /** Name if it differs from the metric's, as for the series of a histogram. */
  metricName?: string
  labels: Record<string, string | number>
  value: number
}

interface OwnMetric {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  /** How the values of several processes are combined. Default: their sum. */
  aggregator?: 'sum' | 'max' | 'min'
  samples: () => Sample[] | Promise<Sample[]>
}

/**
 * Registers a metric that prom-client would count too slowly, because its `observe` takes most of a microsecond, or
 * whose value is only read on a scrape.
 */
export function registerOwn(
  registry: Registry,
  { name, help, type, aggregator = 'sum', samples }: OwnMetric,
): void {
  const metric = {
    name,
    help,
    type,
    aggregator,
    get: async () => ({ name, help, type, aggregator, values: await samples() }),
    reset: () => undefined,
  }
  registry.registerMetric(metric as unknown as Parameters<typeof registry.registerMetric>[0])
}

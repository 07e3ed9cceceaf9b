import type { Registry } from 'prom-client'

export interface Sample {
  /** Where it is not the metric's own, as for the parts of a histogram. */
  metricName?: string
  labels: Record<string, string | number>
  value: number
}

interface OwnMetric {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  /** How the figures of several processes become one; added up by default. */
  together?: 'sum' | 'max' | 'min'
  samples: () => Sample[] | Promise<Sample[]>
}

/**
 * For what is counted too often for prom-client, whose `observe` takes most of a microsecond, and for what is looked at
 * on a scrape.
 */
export function registerOwn(
  registry: Registry,
  { name, help, type, together = 'sum', samples }: OwnMetric,
): void {
  const metric = {
    name,
    help,
    type,
    aggregator: together,
    get: async () => ({ name, help, type, aggregator: together, values: await samples() }),
    reset: () => undefined,
  }
  registry.registerMetric(metric as unknown as Parameters<typeof registry.registerMetric>[0])
}

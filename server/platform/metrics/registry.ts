import { Registry } from 'prom-client'

/** All that this process counts, for /metrics. */
export const registry = new Registry()

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
 * on a scrape. One of the same name takes the place of the former.
 */
export function registerOwn({ name, help, type, together = 'sum', samples }: OwnMetric): void {
  const metric = {
    name,
    help,
    type,
    aggregator: together,
    get: async () => ({ name, help, type, aggregator: together, values: await samples() }),
    reset: () => undefined,
  }
  registry.removeSingleMetric(name)
  registry.registerMetric(metric as unknown as Parameters<typeof registry.registerMetric>[0])
}

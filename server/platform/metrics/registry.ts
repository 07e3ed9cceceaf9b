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
  samples: () => Sample[] | Promise<Sample[]>
}

/**
 * For what is counted too often for prom-client, whose `observe` takes most of a microsecond, and for what is looked at
 * on a scrape. One of the same name takes the place of the former.
 */
export function registerOwn({ name, help, type, samples }: OwnMetric): void {
  const metric = {
    name,
    help,
    type,
    aggregator: 'sum',
    get: async () => ({ name, help, type, aggregator: 'sum', values: await samples() }),
    reset: () => undefined,
  }
  registry.removeSingleMetric(name)
  registry.registerMetric(metric as unknown as Parameters<typeof registry.registerMetric>[0])
}

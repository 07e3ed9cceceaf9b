import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { AggregatorRegistry, type MetricObject, type Registry } from 'prom-client'
import type { ReadMetrics } from './serve-metrics.ts'

/** Maximum wait for a process; the counts last read from a slower one are used instead. */
const TIMEOUT_MILLISECONDS = 3_000
/** Maximum wait for the metrics of all processes, a little longer than for one. */
const ALL_TIMEOUT_MILLISECONDS = 5_000
/** Types of metrics that only grow. */
const COUNTED: readonly unknown[] = ['counter', 'histogram']

interface Message {
  metrics?: 'one' | 'all'
  id: number
  values?: MetricObject[]
  text?: string
}

const counts = (values: MetricObject[] = []) => values.filter(({ type }) => COUNTED.includes(type))
const sum = (all: MetricObject[][]) => AggregatorRegistry.aggregate(all)

/** Reads the metrics of all processes of the site, from any of them. */
export function shareMetrics(registry: Registry): ReadMetrics {
  const waiting = new Map<number, (text: string) => void>()
  let requests = 0

  process.on('message', ({ metrics, id, text = '' }: Message) => {
    if (metrics === 'all') waiting.get(id)?.(text)
    if (metrics !== 'one') return
    void registry
      .getMetricsAsJSON()
      .then((values) => process.connected && process.send?.({ metrics, id, values }))
  })

  return async () => {
    const id = (requests += 1)
    const answer = Promise.withResolvers<string>()
    waiting.set(id, answer.resolve)
    process.send?.({ metrics: 'all', id } satisfies Message)
    const tooLate = sleep(ALL_TIMEOUT_MILLISECONDS, undefined, { ref: false }).then(() => {
      throw new Error('The processes did not send their metrics in time')
    })
    try {
      return await Promise.race([answer.promise, tooLate])
    } finally {
      waiting.delete(id)
    }
  }
}

/**
 * Adds up the metrics of all processes, in their supervisor. The last counts of processes that ended stay in the
 * sums, because Prometheus would take a falling count for a restart.
 */
export function addUpMetrics(open: () => Worker[]): () => Promise<string> {
  const last = new Map<Worker, MetricObject[]>()
  const waiting = new Map<number, (values: MetricObject[]) => void>()
  let endedCounts: MetricObject[] = []
  let requests = 0

  async function readOne(worker: Worker): Promise<MetricObject[]> {
    const id = (requests += 1)
    const answer = new Promise<MetricObject[]>((resolve) => void waiting.set(id, resolve))
    worker.send({ metrics: 'one', id } satisfies Message)
    const late = sleep(TIMEOUT_MILLISECONDS, undefined, { ref: false }).then(() => counts(last.get(worker)))
    const values = await Promise.race([answer, late])
    waiting.delete(id)
    if (!worker.isDead()) last.set(worker, values)
    return values
  }

  async function read(): Promise<string> {
    const all = await Promise.all(open().map(readOne))
    return sum([...all, endedCounts]).metrics()
  }

  cluster.on('exit', (worker: Worker) => {
    const counted = counts(last.get(worker))
    if (!last.delete(worker)) return
    void sum([endedCounts, counted])
      .getMetricsAsJSON()
      .then((values) => (endedCounts = values))
  })
  cluster.on('message', (worker: Worker, { metrics, id, values = [] }: Message) => {
    if (metrics === 'one') waiting.get(id)?.(values)
    if (metrics === 'all')
      void read().then((text) => worker.isConnected() && worker.send({ metrics, id, text } satisfies Message))
  })
  return read
}

import type { Registry } from 'prom-client'
import { registerOwn } from './registry.ts'

/** Upper bounds in seconds. Cached pages take tenths of a millisecond; statements are cancelled after ten seconds. */
const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Durations for one pair of label values. */
export class Durations {
  readonly counts = new Float64Array(BOUNDS.length + 1)
  seconds = 0

  observe(milliseconds: number): void {
    const seconds = milliseconds / 1000
    let index = 0
    while (index < BOUNDS.length && seconds > (BOUNDS[index] as number)) index += 1
    this.counts[index] = (this.counts[index] as number) + 1
    this.seconds += seconds
  }
}

interface TimingsOptions {
  name: string
  help: string
  labels: readonly [string, string]
}

/** A histogram whose observation takes some 40 nanoseconds. */
export function createTimings(
  registry: Registry,
  { name, help, labels: [firstLabel, secondLabel] }: TimingsOptions,
) {
  const all = new Map<string, Map<string | number, Durations>>()

  function* samples() {
    for (const [first, ofFirst] of all)
      for (const [second, times] of ofFirst) {
        const labels = { [firstLabel]: first, [secondLabel]: second }
        let count = 0
        for (const [index, counted] of times.counts.entries()) {
          count += counted
          yield {
            metricName: `${name}_bucket`,
            labels: { le: BOUNDS[index] ?? '+Inf', ...labels },
            value: count,
          }
        }
        yield { metricName: `${name}_sum`, labels, value: times.seconds }
        yield { metricName: `${name}_count`, labels, value: count }
      }
  }

  registerOwn(registry, { name, help, type: 'histogram', samples: () => [...samples()] })
  return {
    /** Finds the durations for values of the two labels. Values must be few and never identify a person. */
    of(first: string, second: string | number): Durations {
      let ofFirst = all.get(first)
      if (!ofFirst) all.set(first, (ofFirst = new Map<string | number, Durations>()))
      let times = ofFirst.get(second)
      if (!times) ofFirst.set(second, (times = new Durations()))
      return times
    },
  }
}

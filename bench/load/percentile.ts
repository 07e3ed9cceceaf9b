import type { Speed } from './load.ts'

/** The value that this share of the values does not exceed. */
export const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? Infinity

/** Summarises the milliseconds of requests; `seconds` is the duration of the whole run. */
export const speedOf = (took: readonly number[], seconds: number): Speed => ({
  perSecond: took.length / seconds,
  p50: percentile(took, 0.5),
  p99: percentile(took, 0.99),
  slowest: percentile(took, 1),
})

export const median = (values: readonly number[]): number => percentile(values, 0.5)

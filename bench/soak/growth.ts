import { median } from '#bench/load/percentile.ts'
import type { Sample } from './samples.ts'

/** Growth from the first third of the samples to the last: in percent, or in points for bloat, which is a share. */
export function growthOf(
  kind: keyof Sample,
  samples: Sample[],
): { from: number; to: number; growth: number } {
  const third = Math.max(1, Math.floor(samples.length / 3))
  const from = median(samples.slice(0, third).map((sample) => sample[kind]))
  const to = median(samples.slice(-third).map((sample) => sample[kind]))
  return { from, to, growth: kind === 'bloat' ? to - from : (to / from - 1) * 100 }
}

/** At four a second, some minutes; of a longer delay every second one is kept. */
const MOST_SAMPLES = 1_000

interface Sample {
  at: number
  position: number
}

/**
 * How long ago the primary stood where its replica stands now. The time of the last transaction replayed would say
 * nothing while nobody writes, and a row written for this would be a write a second for ever.
 */
export function replayDelay(now: () => number = () => performance.now()) {
  /** Where the primary stood and the replica does not yet. */
  let ahead: Sample[] = []
  let caughtUpAt = -Infinity
  return {
    sawPrimary(position: number, at: number): void {
      ahead.push({ at, position })
      if (ahead.length > MOST_SAMPLES) ahead = ahead.filter((_, index) => index % 2 === 1)
    },
    sawReplica(position: number): void {
      const reached = ahead.findLast((sample) => sample.position <= position)
      if (!reached) return
      caughtUpAt = reached.at
      ahead = ahead.filter(({ at }) => at > reached.at)
    },
    isKnown: () => caughtUpAt !== -Infinity,
    /** At least this much of what was committed is not there yet, or is not known to be. */
    milliseconds: () => now() - caughtUpAt,
  }
}

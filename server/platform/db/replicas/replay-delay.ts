/** Samples of about four minutes at four a second; beyond that, every second sample is dropped. */
const MOST_SAMPLES = 1_000

interface Sample {
  at: number
  position: number
}

/**
 * Measures how long ago the primary was at the replica's current position. The time of the last replayed transaction
 * would be useless while nobody writes, and a heartbeat row would cost a write every second.
 */
export function replayDelay(now: () => number = () => performance.now()) {
  /** Positions of the primary that the replica has not reached yet. */
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
    /** Age of the newest position that the replica is known to have reached. */
    milliseconds: () => now() - caughtUpAt,
  }
}

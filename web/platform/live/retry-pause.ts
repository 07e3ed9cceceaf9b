const FIRST_MILLISECONDS = 1000
const LONGEST_MILLISECONDS = 60_000

/**
 * How long to wait before the next attempt: twice as long after each failure, and partly random, so that not
 * everyone comes back at the same moment. `chance` is from 0 to 1.
 */
export function retryPause(failures: number, chance: number): number {
  const longest = Math.min(LONGEST_MILLISECONDS, FIRST_MILLISECONDS * 2 ** failures)
  return Math.round(longest * (0.5 + chance / 2))
}

const FIRST_MILLISECONDS = 1000
const LONGEST_MILLISECONDS = 60_000

/**
 * How long to wait before the next try after so many failed ones: twice as long each time, and a part of it by
 * chance, so that not everyone comes back in the same moment. `chance` is from 0 to 1.
 */
export function retryPause(failures: number, chance: number): number {
  const longest = Math.min(LONGEST_MILLISECONDS, FIRST_MILLISECONDS * 2 ** failures)
  return Math.round(longest * (0.5 + chance / 2))
}

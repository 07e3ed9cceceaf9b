import type { ProblemCode } from '#contract/problem.ts'
import { AppError } from '#server/app-error.ts'

const MINUTE = 60_000

export interface Tries {
  count: number
  /** Until it is counted anew. */
  waitSeconds: number
}

/**
 * Counts tries under a key, in this process and so without a trip to the database: what is refused or changes nothing
 * must cost next to nothing. All keys begin anew together, so that none has to be cleared away.
 */
export function triesByMinute(now: () => number = Date.now) {
  const counts = new Map<string, number>()
  let endsAt = 0

  return {
    take(key: string): Tries {
      const moment = now()
      if (moment >= endsAt) {
        counts.clear()
        endsAt = moment + MINUTE
      }
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      return { count, waitSeconds: Math.ceil((endsAt - moment) / 1000) }
    },
    giveBack(key: string): void {
      const count = counts.get(key) ?? 0
      if (count > 0) counts.set(key, count - 1)
    },
  }
}

/**
 * Refuses the tries of a key beyond so many in a minute. Returns how to give a try back, when something else limits what
 * came of it.
 */
export function limitByMinute(most: number, code: ProblemCode): (key: string) => () => void {
  const tries = triesByMinute()
  return (key) => {
    const { count, waitSeconds } = tries.take(key)
    if (count > most) throw new AppError(code, { retryAfterSeconds: waitSeconds })
    return () => tries.giveBack(key)
  }
}

import type { ProblemCode } from '#contract/problem.ts'
import { MESSAGES_A_MINUTE } from '#contract/limits.ts'
import { AppError } from '#server/platform/errors/app-error.ts'

const MINUTE_MS = 60_000
/** For each message that a person may send in a minute: attempts under way, refused, or repeating a sent message. */
const ATTEMPTS_PER_MESSAGE = 6
/** How often in a minute a message that was sent already is emitted again. */
const REPEATED_EMITS = 3
const READS_A_MINUTE = 240

export interface Attempts {
  count: number
  /** Until counting begins anew. */
  waitSeconds: number
}

/**
 * Counts attempts under a key, in this process and so without the database: what is refused or changes nothing must cost
 * next to nothing. All keys begin anew together, so none needs to be cleaned up.
 */
export function attemptsByMinute(now: () => number = Date.now) {
  const counts = new Map<string, number>()
  let endsAt = 0

  return {
    take(key: string): Attempts {
      const moment = now()
      if (moment >= endsAt) {
        counts.clear()
        endsAt = moment + MINUTE_MS
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

/** Refuses the attempts of a key beyond so many in a minute. Returns how to give an attempt back. */
export function limitByMinute(perMinute: number, code: ProblemCode): (key: string) => () => void {
  const attempts = attemptsByMinute()
  return (key) => {
    const { count, waitSeconds } = attempts.take(key)
    if (count > perMinute) throw new AppError(code, { retryAfterSeconds: waitSeconds })
    return () => attempts.giveBack(key)
  }
}

/** What one process allows, beside the database's own limit of messages. */
export type MessageLimits = ReturnType<typeof createMessageLimits>

export function createMessageLimits(perMinute: number = MESSAGES_A_MINUTE.attempts) {
  const repeats = attemptsByMinute()
  return {
    /** Messages of a person in a conversation, as the database counts them. */
    perMinute,
    /** Returns how to give the attempt back. Refused: too-many-messages. */
    takeSend: limitByMinute(perMinute * ATTEMPTS_PER_MESSAGE, 'too-many-messages'),
    /** Refused: too-many-requests. */
    takeRead: limitByMinute(READS_A_MINUTE, 'too-many-requests'),
    isRepeatAllowed: (messageId: string) => repeats.take(messageId).count <= REPEATED_EMITS,
  }
}

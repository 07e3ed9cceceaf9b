import type { ProblemCode } from '#contract/problem.ts'
import { MESSAGES_A_MINUTE } from '#contract/limits.ts'
import { AppError } from '#server/platform/errors/app-error.ts'

const MINUTE_MS = 60_000
/** Attempts allowed per message of the limit: simultaneous, refused and repeated attempts count. */
const ATTEMPTS_PER_MESSAGE = 6
/** Times a minute that an already sent message is emitted again. */
const REPEATED_EMITS = 3
const READS_A_MINUTE = 240

export interface Attempts {
  count: number
  /** Seconds until the counts restart. */
  waitSeconds: number
}

/**
 * Counts attempts per key in this process and so without the database, because refused and repeated attempts
 * must cost almost nothing. All counts restart together, so none needs cleaning up.
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

/** Refuses attempts beyond `perMinute` for a key. Returns a function that gives the attempt back. */
export function limitByMinute(perMinute: number, code: ProblemCode): (key: string) => () => void {
  const attempts = attemptsByMinute()
  return (key) => {
    const { count, waitSeconds } = attempts.take(key)
    if (count > perMinute) throw new AppError(code, { retryAfterSeconds: waitSeconds })
    return () => attempts.giveBack(key)
  }
}

/** One process's limits, in addition to the database's own limit of messages. */
export type MessageLimits = ReturnType<typeof createMessageLimits>

export function createMessageLimits(perMinute: number = MESSAGES_A_MINUTE.attempts) {
  const repeats = attemptsByMinute()
  return {
    /** Messages of a person in a conversation, as the database counts them. */
    perMinute,
    /** Returns a function that gives the attempt back. Throws too-many-messages. */
    takeSend: limitByMinute(perMinute * ATTEMPTS_PER_MESSAGE, 'too-many-messages'),
    /** Throws too-many-requests. */
    takeRead: limitByMinute(READS_A_MINUTE, 'too-many-requests'),
    isRepeatAllowed: (messageId: string) => repeats.take(messageId).count <= REPEATED_EMITS,
  }
}

import { AppError } from '#server/platform/errors/app-error.ts'

/** On whose account somebody waits. */
export interface Waiter {
  key: string
  /** Somebody the site knows, who goes before strangers. */
  isKnown: boolean
}

interface QueueLimits {
  concurrency: number
  /** How many wait at most, of people who are known and of strangers each. */
  length: number
  /** How many of one key wait at most. */
  lengthOfOne: number
  /** About how long one work takes. */
  workMs: number
}

interface Ticket {
  enter: () => void
  refuse: () => void
}

/** Strangers have every fourth turn while people who are known wait, so that nobody waits for ever. */
const KNOWN_IN_A_ROW = 3

/** Takes turns among its keys. When it is full, a key that has fewer waiting pushes out the last of the key that has most. */
function turnsByKey({ length, lengthOfOne }: Pick<QueueLimits, 'length' | 'lengthOfOne'>) {
  /** The key whose turn it is comes first. */
  const lines = new Map<string, Ticket[]>()
  let count = 0

  function remove(key: string, line: Ticket[], ticket: Ticket | undefined): Ticket | undefined {
    if (ticket) count -= 1
    if (line.length === 0) lines.delete(key)
    return ticket
  }

  function pushOutFor(own: number): boolean {
    let longest: [key: string, line: Ticket[]] | undefined
    for (const each of lines) if (each[1].length > (longest?.[1].length ?? own + 1)) longest = each
    if (!longest) return false
    const [key, line] = longest
    remove(key, line, line.pop())?.refuse()
    return true
  }

  return {
    count: () => count,
    /** False where there is no room. */
    add(key: string, ticket: Ticket): boolean {
      const own = lines.get(key)?.length ?? 0
      if (own >= lengthOfOne || (count >= length && !pushOutFor(own))) return false
      const line = lines.get(key) ?? []
      line.push(ticket)
      lines.set(key, line)
      count += 1
      return true
    },
    takeFirst(): Ticket | undefined {
      const [first] = lines
      if (!first) return undefined
      const [key, line] = first
      const ticket = line.shift()
      // To the end, behind all other keys.
      lines.delete(key)
      lines.set(key, line)
      return remove(key, line, ticket)
    },
  }
}

/**
 * For work that costs so much that more of it at once would make everybody else wait. Many requests of one key
 * wait behind each other and not before those of other keys.
 */
export function createFairQueue({ concurrency, workMs, ...limits }: QueueLimits) {
  const known = turnsByKey(limits)
  const strangers = turnsByKey(limits)
  let active = 0
  let knownInARow = 0

  function refusal(): AppError {
    const waitMs = ((known.count() + strangers.count()) * workMs) / concurrency
    return new AppError('overloaded', { retryAfterSeconds: 1 + Math.ceil(waitMs / 1000) })
  }

  function enter({ key, isKnown }: Waiter): Promise<void> {
    if (active < concurrency) {
      active += 1
      return Promise.resolve()
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const ticket: Ticket = { enter: resolve, refuse: () => reject(refusal()) }
    if (!(isKnown ? known : strangers).add(key, ticket)) ticket.refuse()
    return promise
  }

  function takeNext(): Ticket | undefined {
    const isStrangersTurn = knownInARow >= KNOWN_IN_A_ROW && strangers.count() > 0
    const next = isStrangersTurn ? undefined : known.takeFirst()
    knownInARow = next ? knownInARow + 1 : 0
    return next ?? strangers.takeFirst()
  }

  function leave(): void {
    const next = takeNext()
    if (next) next.enter()
    else active -= 1
  }

  return {
    /** Waits for a turn, works, and lets the next one in. Refused with `overloaded` and the time to come back when there is no room. */
    async run<Result>(waiter: Waiter, work: () => Promise<Result>): Promise<Result> {
      await enter(waiter)
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}

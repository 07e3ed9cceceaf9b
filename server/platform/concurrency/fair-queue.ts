import { AppError } from '#server/platform/errors/app-error.ts'

/** A request that waits for its turn, with the key of its sender. */
export interface Waiter {
  key: string
  /** True for people the site knows, who go before strangers. */
  isKnown: boolean
}

interface QueueLimits {
  concurrency: number
  /** Maximum queue length, for known people and for strangers each. */
  length: number
  /** Maximum queue length per key. */
  lengthPerKey: number
  /** Approximate duration of one run. */
  workMs: number
}

interface Ticket {
  enter: () => void
  refuse: () => void
}

/** Strangers get every fourth turn while known people wait, so that nobody waits for ever. */
const KNOWN_IN_A_ROW = 3

/**
 * A queue whose keys take turns. When it is full, a key with fewer waiting requests pushes out the last request of
 * the key with the most.
 */
function turnsByKey({ length, lengthPerKey }: Pick<QueueLimits, 'length' | 'lengthPerKey'>) {
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
    /** Returns false if there is no room. */
    add(key: string, ticket: Ticket): boolean {
      const own = lines.get(key)?.length ?? 0
      if (own >= lengthPerKey || (count >= length && !pushOutFor(own))) return false
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
      // The key moves behind all other keys.
      lines.delete(key)
      lines.set(key, line)
      return remove(key, line, ticket)
    },
  }
}

/**
 * A queue for expensive work that would slow down everybody else if more of it ran at once. Many requests of one key
 * wait behind each other, not in front of other keys.
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
    /** Waits for a turn and runs the work. Throws `overloaded` with the time to come back if there is no room. */
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

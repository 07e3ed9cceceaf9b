import { AppError } from '#server/platform/errors/app-error.ts'

export interface GateLimits {
  concurrency: number
  queueLength: number
  /** What a refused caller reads in Retry-After. */
  retryAfterSeconds: number
}

/** For work that costs so much that more of it at once would make everybody else wait: first come, first served. */
export function createGate({ concurrency, queueLength, retryAfterSeconds }: GateLimits) {
  const queue: (() => void)[] = []
  let active = 0

  async function enter(): Promise<void> {
    if (active < concurrency) {
      active += 1
      return
    }
    if (queue.length >= queueLength) throw new AppError('overloaded', { retryAfterSeconds })
    // The first in line enters in place of the one that leaves.
    await new Promise<void>((resolve) => void queue.push(resolve))
  }

  function leave(): void {
    const next = queue.shift()
    if (next) next()
    else active -= 1
  }

  return {
    /** Waits for a turn, works, and lets the next one in. Refused with `overloaded` when the line is full. */
    async run<Result>(work: () => Promise<Result>): Promise<Result> {
      await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}

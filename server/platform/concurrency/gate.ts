import { AppError } from '#server/platform/errors/app-error.ts'

export interface GateLimits {
  concurrency: number
  queueLength: number
  /** Seconds that a refused caller reads in Retry-After. */
  retryAfterSeconds: number
}

/**
 * A gate for expensive work that would slow down everybody else if more of it ran at once: first come, first served.
 */
export function createGate({ concurrency, queueLength, retryAfterSeconds }: GateLimits) {
  const queue: (() => void)[] = []
  let active = 0

  async function enter(): Promise<void> {
    if (active < concurrency) {
      active += 1
      return
    }
    if (queue.length >= queueLength) throw new AppError('overloaded', { retryAfterSeconds })
    // `leave` passes its slot to the first in the queue.
    await new Promise<void>((resolve) => void queue.push(resolve))
  }

  function leave(): void {
    const next = queue.shift()
    if (next) next()
    else active -= 1
  }

  return {
    /** Waits for a turn and runs the work. Throws `overloaded` if the queue is full. */
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

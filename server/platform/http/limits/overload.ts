import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/platform/errors/app-error.ts'

/** A load balancer that polls every few seconds receives it. */
const SHEDDING_MILLISECONDS = 5_000

declare module 'fastify' {
  interface FastifyContextConfig {
    /** It waits for its client most of the time, so that its number does not say how much there is to do. */
    isExempt?: boolean
  }
}

export type RequestLoad = ReturnType<typeof requestLoad>

interface LoadLimits {
  /** Requests under way. */
  most: number
  now?: () => number
}

/**
 * Refuses with 503 and Retry-After what would only queue: past so many requests under way, each further one
 * makes all of them later without any of them being served sooner.
 */
export function requestLoad({ most, now = () => performance.now() }: LoadLimits) {
  let underWay = 0
  let refusedAt = -Infinity

  async function run<T>(act: () => T | Promise<T>): Promise<T> {
    if (underWay >= most) {
      refusedAt = now()
      throw new AppError('overloaded', { retryAfterSeconds: 1 })
    }
    underWay += 1
    try {
      return await act()
    } finally {
      underWay -= 1
    }
  }

  return {
    /** Counts it as a request, or refuses it. */
    run,
    /** Counts what the handler of every route does that is added from now on, or refuses it. */
    countHandlers(app: FastifyInstance) {
      app.addHook('onRoute', (route) => {
        const { handler } = route
        if (route.config?.isExempt) return
        route.handler = function count(request, reply) {
          return run(() => handler.call(this, request, reply))
        }
      })
    },
    /** Whether requests were refused a moment ago. */
    isShedding: () => now() - refusedAt < SHEDDING_MILLISECONDS,
  }
}

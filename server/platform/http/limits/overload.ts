import type { FastifyInstance } from 'fastify'
import { AppError } from '#server/platform/errors/app-error.ts'

/** Long enough for a load balancer that polls every few seconds to notice. */
const SHEDDING_MILLISECONDS = 5_000

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for routes that mostly wait for their client, so that their number says nothing about the load. */
    isExempt?: boolean
  }
}

export type RequestLoad = ReturnType<typeof requestLoad>

interface LoadLimits {
  /** Maximum requests at once. */
  most: number
  now?: () => number
}

/**
 * Refuses requests that would only queue, with 503 and Retry-After: beyond a number of requests, each further one
 * delays all of them.
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
    /** Runs an action as a request, or refuses it. */
    run,
    /** Counts or refuses the requests of every route added from now on. */
    countHandlers(app: FastifyInstance) {
      app.addHook('onRoute', (route) => {
        const { handler } = route
        if (route.config?.isExempt) return
        route.handler = function count(request, reply) {
          return run(() => handler.call(this, request, reply))
        }
      })
    },
    /** True if requests were refused within the last five seconds. */
    isShedding: () => now() - refusedAt < SHEDDING_MILLISECONDS,
  }
}

import type { MiddlewareHandler } from 'hono'
import { AppError } from '#server/app-error.ts'

/**
 * Refuses with 503 and Retry-After what would only queue: past `limit` requests under way, each further one
 * makes all of them later without any of them being served sooner.
 */
export function shedLoad(limit: number): MiddlewareHandler {
  let underWay = 0
  return async (_c, next) => {
    if (underWay >= limit) throw new AppError('overloaded', { retryAfterSeconds: 1 })
    underWay += 1
    try {
      await next()
    } finally {
      underWay -= 1
    }
  }
}

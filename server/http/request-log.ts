import { randomUUID } from 'node:crypto'
import type { Context, MiddlewareHandler } from 'hono'
import type { Log } from '#server/log.ts'

/** The id in the reply and in the log; one of its own for a call that the page renderer makes in process. */
export const requestIdOf = (c: Context): string => (c.get('requestId') as string | undefined) ?? randomUUID()

/** Whoever has such an address has what it opens, so the log keeps only what kind it was. */
const SECRET_PART = /^\/(photos\/private|api\/unsubscribe)\/[^/]+/
export const loggedPath = (path: string): string => path.replace(SECRET_PART, '/$1/***')

/** Gives every request an id, also in the reply, and logs one line for it: the path without its query. */
export function requestLog(log: Log): MiddlewareHandler {
  return async (c, next) => {
    const started = performance.now()
    const requestId = randomUUID()
    c.set('requestId', requestId)
    c.header('X-Request-Id', requestId)
    await next()
    const milliseconds = Math.round((performance.now() - started) * 10) / 10
    log.info(
      { requestId, method: c.req.method, path: loggedPath(c.req.path), status: c.res.status, milliseconds },
      'request',
    )
  }
}

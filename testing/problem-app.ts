import { Hono } from 'hono'
import { problemReply } from '#server/platform/http/problem-reply.ts'
import { createTelemetry } from '#server/platform/metrics/telemetry.ts'
import { createLog } from '#server/platform/process/log.ts'

/** An app without routes, whose failures are replies of the API's one shape. */
export function createProblemApp(): Hono {
  const app = new Hono()
  const deps = { log: createLog('silent'), telemetry: createTelemetry() }
  app.onError((error, c) => problemReply(deps, c, error))
  return app
}

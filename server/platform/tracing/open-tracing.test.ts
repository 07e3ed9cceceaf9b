import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { connect } from '#server/platform/db/connect.ts'
import { createQueryWatch, nameStatement } from '#server/platform/db/query-watch.ts'
import { createLimitedServer } from '#server/platform/http/limited-server.ts'
import { isTrustedPeer } from '#server/platform/http/client-address.ts'
import { createHttp } from '#server/platform/http/server.ts'
import { createTelemetry } from '#server/platform/metrics/telemetry.ts'
import { createLog } from '#server/platform/process/log.ts'
import { createTestDatabase, type TestDatabase } from '#testing/database.ts'
import { setUp } from '#testing/set-up.ts'
import { openTracing } from './open-tracing.ts'

interface Span {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: Record<string, unknown> }[]
  status: { code?: number }
}

interface Sent {
  resourceSpans: {
    resource: { attributes: Span['attributes'] }
    scopeSpans: { spans: Span[] }[]
  }[]
}

const log = createLog('silent')
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'

/** Receives traces by OTLP in JSON. */
let collector: Server
let received: { path: string; body: string }[] = []

const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const spans = () =>
  received
    .flatMap(({ body }) => (JSON.parse(body) as Sent).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap((scope) => scope.spans)

const database = setUp(createTestDatabase)
beforeAll(async () => {
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    received.push({ path: request.url ?? '', body: await text(request) })
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
  }
  collector = createServer((request, response) => void take(request, response)).listen(0, '127.0.0.1')
  await once(collector, 'listening')
})
afterEach(() => {
  vi.unstubAllEnvs()
  received = []
})
afterAll(() => collector.close())

async function readSecret(db: TestDatabase['db'], secret: string) {
  await sql`select ${secret}::text as traced`.execute(db)
}

/** Answers one request with a statement, as the site does. Returns the spans that arrived. */
async function trace(trustedProxies: string[]) {
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', originOf(collector))
  const opened = openTracing(isTrustedPeer(trustedProxies))
  const telemetry = createTelemetry(opened)
  const db = connect(database.url, { watch: createQueryWatch({ slowMs: 10_000, log, telemetry }) })
  const site = createLimitedServer({ trustedProxies })
  const app = await createHttp({
    server: site,
    publicUrl: '',
    hasPolicy: true,
    log,
    telemetry,
    sendIfReady: () => false,
  })
  app.get('/api/products/42', { config: { name: 'getProduct' } }, async (_, reply) => {
    await readSecret(db, 'hunter2')
    return reply.code(503).send()
  })
  await app.ready()
  const ended = Promise.withResolvers<void>()
  // This listener runs after the one that ends the span.
  site.on('request', (_, response) => void response.once('close', () => ended.resolve()))
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  const headers = { traceparent: `00-${TRACE}-${PARENT}-01` }
  await (await fetch(`${originOf(site)}/api/products/42?q=kettle`, { headers })).text()
  await ended.promise
  await opened.run('job send-mail', () => readSecret(db, 'hunter2'))
  await readSecret(db, 'of a timer')
  site.close()
  site.closeAllConnections()
  await db.destroy()
  await opened.close()
  return spans()
}

it('a request and its statements are one trace without values', async () => {
  const all = await trace([])
  const [request, job] = ['getProduct', 'job send-mail'].map((name) => all.find((span) => span.name === name))
  const statements = all.filter(({ name }) => name === nameStatement('select $1::text as traced'))
  expect(all).toHaveLength(4)
  expect(statements.map(({ traceId, parentSpanId }) => [traceId, parentSpanId])).toEqual([
    [request?.traceId, request?.spanId],
    [job?.traceId, job?.spanId],
  ])
  expect(request?.attributes).toEqual([
    { key: 'http.request.method', value: { stringValue: 'GET' } },
    { key: 'http.route', value: { stringValue: 'getProduct' } },
    { key: 'http.response.status_code', value: { intValue: 503 } },
  ])
  expect(request?.status.code).toBe(2)
  // A client's trace id is ignored because anybody could send one.
  expect(request?.traceId).not.toBe(TRACE)
  const sent = received.map(({ body }) => body).join('')
  for (const secret of ['hunter2', 'kettle', '/api/products/42', '127.0.0.1'])
    expect(sent).not.toContain(secret)
  expect(sent).toContain('sankofa')
  expect(new Set(received.map(({ path }) => path))).toEqual(new Set(['/v1/traces']))
})

it('a trace begun by a trusted proxy continues', async () => {
  const all = await trace(['127.0.0.1'])
  expect(all.find(({ name }) => name === 'getProduct')).toMatchObject({
    traceId: TRACE,
    parentSpanId: PARENT,
  })
})

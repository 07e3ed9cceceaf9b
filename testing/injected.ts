import { Readable } from 'node:stream'
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { Endpoints } from '#contract/endpoint.ts'
import type { Calls } from '#server/platform/http/calls.ts'
import { createReadyReplies } from '#server/platform/http/ready-replies.ts'
import { requestLoad } from '#server/platform/http/limits/overload.ts'
import { addCalls } from '#server/platform/http/routes.ts'
import { createHttp } from '#server/platform/http/server.ts'
import { createLimitedServer } from '#server/platform/http/limited-server.ts'
import { createTelemetry } from '#server/platform/metrics/telemetry.ts'
import { openStandIns } from '#server/platform/http/stand-ins/stand-ins.ts'
import { createLog } from '#server/platform/process/log.ts'
import { NOBODY } from '#testing/accounts/nobody.ts'

export interface Injected {
  /** Sends a request without a connection, from this machine or from `remoteAddress`. */
  request(address: string, init?: RequestInit, remoteAddress?: string): Promise<Response>
}

/** The header of a client that has just changed something, so that rows inserted directly are visible. */
const NEWEST = { 'cache-control': 'no-cache' }
const NO_BODY = new Set([204, 205, 304])

/** A stream is sent in pieces, everything else at once. */
async function payloadOf(init: RequestInit, sent: Request) {
  if (init.body instanceof ReadableStream) return Readable.fromWeb(init.body as never)
  return sent.body ? Buffer.from(await sent.arrayBuffer()) : undefined
}

async function optionsOf(address: string, init: RequestInit, remoteAddress?: string): Promise<InjectOptions> {
  const url = new URL(address, 'http://localhost')
  const sent = new Request(url, { duplex: 'half', ...init } as RequestInit)
  return {
    method: (init.method ?? 'GET') as 'GET',
    // A client sends a path unchanged; a URL would normalise it.
    url: address.startsWith('http') ? address.slice(url.origin.length) || '/' : address,
    headers: { host: url.host, ...NEWEST, ...Object.fromEntries(sent.headers) },
    payload: await payloadOf(init, sent),
    remoteAddress,
  }
}

/** Adds a request method for tests to an app. */
export function injected<App extends FastifyInstance>(app: App): App & Injected {
  async function request(address: string, init: RequestInit = {}, remoteAddress?: string): Promise<Response> {
    const options = await optionsOf(address, init, remoteAddress)
    const { statusCode: status, headers, rawPayload } = await app.inject(options)
    if (options.payload instanceof Readable) options.payload.destroy()
    const received = new Headers()
    for (const [name, value] of Object.entries(headers))
      for (const each of [value].flat()) if (each !== undefined) received.append(name, String(each))
    return new Response(NO_BODY.has(status) ? null : new Uint8Array(rawPayload), {
      status,
      headers: received,
    })
  }
  return Object.assign(app, { request })
}

/** An app without a site's routes, whose failures have the API's error format. */
export const createBareApp = async (): Promise<FastifyInstance & Injected> =>
  injected(
    await createHttp({
      server: createLimitedServer({ trustedProxies: [] }),
      publicUrl: 'http://localhost:3000',
      hasPolicy: true,
      log: createLog('silent'),
      telemetry: createTelemetry(),
      sendIfReady: () => false,
    }),
  )

/** An app with only these calls, which recognises nobody. */
export async function routeCalls<All extends Endpoints>(
  contract: All,
  calls: Calls<NoInfer<All>>,
  load = requestLoad({ most: 100 }),
): Promise<Injected> {
  const app = await createBareApp()
  const replies = createReadyReplies({ telemetry: createTelemetry(), standIns: openStandIns(), build: '' })
  addCalls(app, { contract, calls, identity: NOBODY, replies, load })
  return app
}

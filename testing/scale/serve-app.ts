import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { isUpload } from '#server/photos/routes.ts'
import { createHttpServer } from '#server/platform/http/http-server.ts'
import { guardRequests } from '#server/platform/http/limits/slow-clients.ts'

export interface ServedApp {
  origin: string
  close(): Promise<void>
}

interface Additions {
  /** To its server, before that listens. */
  attach?: (server: Server) => Promise<unknown>
  /** Sees each request first, and says whether it answers. */
  before?: (request: IncomingMessage, response: ServerResponse) => boolean
}

/** The app on a port of its own, for what only a real connection shows. */
export async function serveApp(app: Hono, { attach, before }: Additions = {}): Promise<ServedApp> {
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false, hostname: 'localhost:3000' })
  const server = createHttpServer({ trustedProxies: [] })
  server.on('request', (request, response) => {
    if (!before?.(request, response)) void listener(request, response)
  })
  await attach?.(server)
  guardRequests(server, { isUpload })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

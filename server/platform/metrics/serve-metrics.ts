import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import { BootError } from '#server/platform/process/boot-error.ts'

export type ReadMetrics = () => Promise<string>

const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE

interface Address {
  port: number
  host: string
}

/** Serves metrics on a port of their own, which only Prometheus should reach. */
export async function serveMetrics({ port, host }: Address, read: ReadMetrics): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    read().then(
      (text) => response.writeHead(200, { 'Content-Type': METRICS_TYPE }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  try {
    server.listen({ port, host })
    await once(server, 'listening')
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new BootError(
      `METRICS_PORT: ${port} at ${host} cannot be opened (${code ?? message}). Set another METRICS_PORT or METRICS_HOST.`,
      { cause: error },
    )
  }
  return server
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Serves metrics on the site's own port to clients that send the token; for others the page does not exist. */
export function addMetrics(app: FastifyInstance, token: string, read: ReadMetrics): void {
  const expected = digest(`Bearer ${token}`)
  app.get('/metrics', async ({ headers }, reply) => {
    const received = digest(headers.authorization ?? '')
    if (!timingSafeEqual(received, expected)) return reply.callNotFound()
    reply.headers({ 'content-type': METRICS_TYPE, 'cache-control': 'no-store' })
    return read()
  })
}

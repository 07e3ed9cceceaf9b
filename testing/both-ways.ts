import { once } from 'node:events'
import { createServer, type IncomingMessage, request as requestOf, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'

interface Sent {
  method?: string
  headers?: Record<string, string>
  body?: string
}

/**
 * Opens a server that answers requests before the framework or through it, so that a test can compare both ways.
 * `otherwise` passes a request on to the framework.
 */
export async function openBothWays(
  app: Hono,
  answerEarly: (request: IncomingMessage, response: ServerResponse, otherwise: () => void) => void,
) {
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  let isEarlyOpen = true
  let wasEarly = false
  const server = createServer((request, response) => {
    wasEarly = isEarlyOpen
    const otherwise = () => {
      wasEarly = false
      void listener(request, response)
    }
    if (isEarlyOpen) answerEarly(request, response, otherwise)
    else otherwise()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  /** The reply as it travels, but for what differs from one to the next. */
  async function send(path: string, { method = 'GET', headers = {}, body }: Sent = {}) {
    const hasLength = body !== undefined && !('transfer-encoding' in headers)
    const length = hasLength ? { 'content-length': String(Buffer.byteLength(body)) } : {}
    const request = requestOf({ port, path, method, headers: { ...length, ...headers } }).end(body)
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    const received = await buffer(response)
    const { date: _date, 'x-request-id': requestId = '', ...rest } = response.headers
    const text = received.toString('latin1').replaceAll(String(requestId), 'ID')
    return { status: response.statusCode, headers: rest, body: text, wasEarly }
  }

  return {
    port,
    server,
    send,
    async sendBothWays(path: string, sent?: Sent) {
      isEarlyOpen = false
      const { wasEarly: _, ...plain } = await send(path, sent)
      isEarlyOpen = true
      const { wasEarly: isEarly, ...early } = await send(path, sent)
      return { plain, early, isEarly }
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type RequestOptions } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '#server/platform/errors/app-error.ts'
import { requestLimits } from './request-limits.ts'

const HOST = '127.0.0.1'

const app = new Hono()
app.use(requestLimits({ isUpload: (method, path) => method === 'PUT' && path === '/upload' }))
app.all('*', async (c) => c.text(String((await c.req.text()).length)))
app.onError((error, c) => c.text(error instanceof AppError ? error.code : error.message, 400))

// As the server itself is put together: its requests are not the platform's.
const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false })
const server = createServer((incoming, outgoing) => void listener(incoming, outgoing))
beforeAll(async () => {
  server.listen(0, HOST)
  await once(server, 'listening')
})
afterAll(() => void server.close())

async function answer(options: RequestOptions, body = ''): Promise<string> {
  const { port } = server.address() as AddressInfo
  const call = request({ host: HOST, port, path: '/', agent: false, ...options })
  // Node would add a length by itself.
  if (body === '') call.removeHeader('transfer-encoding')
  const replied = once(call, 'response') as Promise<[IncomingMessage]>
  call.end(body)
  const [reply] = await replied
  return (await reply.toArray()).join('')
}

const chunked = { 'Transfer-Encoding': 'chunked' }

test.each(['DELETE', 'POST', 'PUT', 'GET'])('%s without a body or its length passes', async (method) => {
  expect(await answer({ method })).toBe('0')
})

test('a body passes up to 64 KB, with its length declared or not', async () => {
  const body = 'x'.repeat(64 * 1024)
  expect(await answer({ method: 'POST' }, body)).toBe('65536')
  expect(await answer({ method: 'POST', headers: chunked }, body)).toBe('65536')
  expect(await answer({ method: 'POST' }, `${body}x`)).toBe('body-too-large')
  expect(await answer({ method: 'POST', headers: chunked }, `${body}x`)).toBe('body-too-large')
})

test('an upload counts by itself', async () => {
  const body = 'x'.repeat(70_000)
  expect(await answer({ method: 'PUT', path: '/upload' }, body)).toBe('70000')
  expect(await answer({ method: 'POST', path: '/upload' }, body)).toBe('body-too-large')
})

test('an address has an end', async () => {
  expect(await answer({ path: `/?${'x'.repeat(4096)}` })).toBe('body-too-large')
})

import { once } from 'node:events'
import { createServer, type IncomingMessage, request as requestOf } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { getRequestListener } from '@hono/node-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/contract.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { PEOPLE } from '#testing/people.ts'
import { insertProduct } from '#testing/products.ts'

let test: TestApp
let productId: string
/** Whether the last request was answered before the framework. */
let wasEarly = false
let isEarlyOpen = true
const server = createServer((request, response) => {
  wasEarly = isEarlyOpen && test.publicReads.answer(request, response)
  if (!wasEarly) void listener(request, response)
})
let listener: ReturnType<typeof getRequestListener>

beforeAll(async () => {
  test = await createTestApp()
  listener = getRequestListener(test.app.fetch, { overrideGlobalObjects: false })
  for (let count = 0; count < 8; count += 1) productId = await insertProduct(test.db)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(async () => {
  server.close()
  await test.close()
})

type Headers = Record<string, string>

/** The reply as it travels, but for what differs from one to the next. */
async function send(path: string, headers: Headers = {}, method = 'GET') {
  const { port } = server.address() as AddressInfo
  const request = requestOf({ port, path, method, headers }).end()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const body = await buffer(response)
  const { date: _date, 'x-request-id': requestId = '', ...rest } = response.headers
  const text = body.toString('base64').length > 0 ? body.toString('latin1') : ''
  return { status: response.statusCode, headers: rest, body: text.replaceAll(String(requestId), 'ID') }
}

async function sendBothWays(path: string, headers?: Headers) {
  isEarlyOpen = false
  const plain = await send(path, headers)
  isEarlyOpen = true
  const early = await send(path, headers)
  expect(wasEarly).toBe(true)
  return { plain, early }
}

const publicReads = Object.values(contract).filter(
  (endpoint) => endpoint.method === 'GET' && endpoint.access === 'everyone' && 'cacheSeconds' in endpoint,
)

describe('every public read', () => {
  it.each(publicReads.map(({ path }) => path))('%s is the same reply as by the framework', async (path) => {
    const id = path.includes('sellers') ? PEOPLE.ama.id : productId
    for (const address of [path.replace(/:\w+/, id), `${path.replace(/:\w+/, id)}?q=radio&limit=1`]) {
      for (const encoding of ['identity', 'gzip', 'br']) {
        const { plain, early } = await sendBothWays(address, { 'accept-encoding': encoding })
        expect(early).toEqual(plain)
      }
    }
  })
})

it.each([
  '/api/products?sort=cheapest&min=-1',
  '/api/products?search=%E0%A4%A&region=Volta',
  '/api/products?search=a+b&search=c',
  '/api/products/nothing',
  '/api/products/0198c0de-0000-7000-8000-000000000001',
  '/api/suggestions',
])('%s is refused, or read, in the same words', async (path) => {
  const { plain, early } = await sendBothWays(path)
  expect(early).toEqual(plain)
})

it('what the client has is not sent again', async () => {
  const path = `/api/products/${productId}`
  const { early } = await sendBothWays(path)
  const known = await sendBothWays(path, { 'if-none-match': String(early.headers.etag) })
  expect(known.early).toEqual(known.plain)
  expect(known.early).toMatchObject({ status: 304, body: '' })
})

it.each([
  ['HEAD', '/api/products', {}],
  ['GET', '/api/products/%30', {}],
  ['GET', '//api/products', {}],
  ['GET', `/api/products?search=${'a'.repeat(600)}`, {}],
  ['GET', '/api/products', { 'content-length': '0' }],
  ['GET', '/api/me', {}],
])('%s %s takes the way of all others', async (method, path, headers) => {
  await send(path, headers, method)
  expect(wasEarly).toBe(false)
})

it('a stored reply is dropped by a change, and passed over where a fresh one is wanted', async () => {
  const path = `/api/products/${productId}`
  const rename = (title: string) =>
    test.db.updateTable('products').set({ title }).where('id', '=', productId).execute()
  test.publicReads.clear()
  await send(path)
  await rename('Second name')
  expect((await send(path)).body).not.toContain('Second name')
  expect((await send(path, { 'cache-control': 'no-cache' })).body).toContain('Second name')
  test.publicReads.clear()
  expect((await send(path)).body).toContain('Second name')
})

import { once } from 'node:events'
import { type IncomingMessage, request, type RequestOptions } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addUploads } from '#server/platform/http/routes.ts'
import { createBareApp } from '#testing/injected.ts'
import { NOBODY } from '#testing/accounts/nobody.ts'

const HOST = '127.0.0.1'

const app = await createBareApp()
beforeAll(async () => {
  app.all('/', async ({ body }) => String((body as string | undefined)?.length ?? 0))
  const somebody = { ...NOBODY, authenticate: async () => ({ id: '', sessionId: '' }) }
  await addUploads(app, somebody, [
    { path: '/upload', status: 200, handle: async ({ raw }) => String((await buffer(raw)).length) },
  ])
  await app.ready()
  app.server.listen(0, HOST)
  await once(app.server, 'listening')
})
afterAll(() => void app.server.close())

async function answer(options: RequestOptions, body = ''): Promise<string> {
  const { port } = app.server.address() as AddressInfo
  const call = request({ host: HOST, port, path: '/', agent: false, ...options })
  // Node would add the header by itself.
  if (body === '') call.removeHeader('transfer-encoding')
  const replied = once(call, 'response') as Promise<[IncomingMessage]>
  call.end(body)
  const [reply] = await replied
  const said = (await reply.toArray()).join('')
  return reply.statusCode === 200 ? said : (JSON.parse(said) as { error: { code: string } }).error.code
}

const chunked = { 'Transfer-Encoding': 'chunked' }

test.each(['DELETE', 'POST', 'PUT', 'GET'])('%s without a body or a length is accepted', async (method) => {
  expect(await answer({ method })).toBe('0')
})

test('a body of 64 KB is accepted with or without a length, and no larger one', async () => {
  const body = 'x'.repeat(64 * 1024)
  expect(await answer({ method: 'POST' }, body)).toBe('65536')
  expect(await answer({ method: 'POST', headers: chunked }, body)).toBe('65536')
  expect(await answer({ method: 'POST' }, `${body}x`)).toBe('body-too-large')
  expect(await answer({ method: 'POST', headers: chunked }, `${body}x`)).toBe('body-too-large')
})

test('an upload has its own limit for its method only', async () => {
  const body = 'x'.repeat(70_000)
  expect(await answer({ method: 'PUT', path: '/upload' }, body)).toBe('70000')
  expect(await answer({ method: 'POST', path: '/upload' }, body)).toBe('body-too-large')
})

test('a long address is refused', async () => {
  expect(await answer({ path: `/?${'x'.repeat(4096)}` })).toBe('body-too-large')
})

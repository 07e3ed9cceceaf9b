import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#contract/contract.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { insertAccounts, signIn } from '#testing/accounts.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { openBothWays } from '#testing/both-ways.ts'
import { insertProduct } from '#testing/products.ts'

let test: TestApp
let ways: Awaited<ReturnType<typeof openBothWays>>
let token: string
let conversationId: string
let onArrival: () => void = () => undefined

beforeAll(async () => {
  test = await createTestApp()
  ways = await openBothWays(test.app, (request, response, otherwise) => {
    onArrival()
    if (!test.earlyCalls.answer(request, response)) otherwise()
  })
  await insertAccounts(test.db)
  const kofi = await signIn(test, 'kofi')
  token = kofi.token ?? ''
  const opened = await kofi.send('POST', '/api/conversations', { productId: await insertProduct(test.db) })
  conversationId = ((await opened.json()) as { id: string }).id
})
afterAll(async () => {
  await ways.close()
  await test.close()
})

const NOBODY_ID = '0198c0de-0000-7000-8000-000000000001'
const bearer = (secret = token) => ({ authorization: `Bearer ${secret}` })
const json = { 'content-type': 'application/json' }
/** A parameter may be an id or one of a few words; where it is neither, both ways refuse alike. */
const addressOf = ({ path }: Endpoint) => path.replaceAll(/:\w+/g, NOBODY_ID)
const bodyOf = ({ body }: Endpoint, text: string) => (body ? { body: text } : {})

const calls = Object.entries(contract as Record<string, Endpoint>)
  .filter(([, { cacheSeconds, path }]) => cacheSeconds === undefined && /^\/api\/(?!auth\/)/.test(path))
  .map(([name, endpoint]) => ({ name, endpoint }))
/** The second one is refused, since the first is under way. */
const ONCE = 'requestExport'

describe('a call that is answered early gets the same reply as by the framework', () => {
  it.each(calls.filter(({ name }) => name !== ONCE))('$name', async ({ endpoint }) => {
    const headers = { ...json, ...bearer(), 'accept-encoding': 'br' }
    const sent = { method: endpoint.method, headers, ...bodyOf(endpoint, '{}') }
    const { plain, early } = await ways.sendBothWays(addressOf(endpoint), sent)
    expect(early).toEqual(plain)
  })

  it.each(['', '{}', '{"id":', '"\\ud83d"'])('with the body %j, from anybody', async (body) => {
    for (const viewer of [{}, bearer('no.such.token'), bearer()]) {
      const sent = { method: 'POST', headers: { ...json, ...viewer }, body }
      const { plain, early, isEarly } = await ways.sendBothWays('/api/conversations', sent)
      expect(isEarly).toBe(true)
      expect(early).toEqual(plain)
    }
  })
})

it.each(['a@b', 'a:b', 'x/y'])('a request to %j, which is no host, is the framework’s', async (host) => {
  const { plain, early, isEarly } = await ways.sendBothWays('/api/conversations', {
    headers: { ...bearer(), host },
  })
  expect(isEarly).toBe(false)
  expect(early).toEqual(plain)
})

it('most calls are answered early', async () => {
  const early = []
  for (const { name, endpoint } of calls) {
    const sent = { method: endpoint.method, headers: json, ...bodyOf(endpoint, '{}') }
    if ((await ways.send(addressOf(endpoint), sent)).wasEarly) early.push(name)
  }
  expect(early).toEqual(
    expect.arrayContaining([
      'sendMessage',
      'markRead',
      'listMessages',
      'listConversations',
      // Clients send a length of 0 with these.
      'addFavourite',
      'markAllNotificationsRead',
    ]),
  )
  // These know the device or address of their caller.
  for (const name of ['revealContact', 'deleteAccount', 'updateProfile']) expect(early).not.toContain(name)
  expect(early.length).toBeGreaterThan(calls.length / 2)
})

it('a message is sent, and the same one again is no second', async () => {
  const path = `/api/conversations/${conversationId}/messages`
  const body = JSON.stringify({ clientKey: randomUUID(), content: 'Is it still there? 📱' })
  const first = await ways.send(path, { method: 'POST', headers: { ...json, ...bearer() }, body })
  expect(first).toMatchObject({ status: 201, wasEarly: true })
  const { plain, early } = await ways.sendBothWays(path, {
    method: 'POST',
    headers: { ...json, ...bearer() },
    body,
  })
  expect(early).toEqual(plain)
  expect(JSON.parse(early.body)).toEqual(JSON.parse(first.body))
  const list = await ways.sendBothWays(`${path}?after=0`, {
    headers: { ...bearer(), 'accept-encoding': 'gzip' },
  })
  expect(list.isEarly).toBe(true)
  expect(list.early).toEqual(list.plain)
})

const LONG = JSON.stringify({ content: 'a'.repeat(70_000) })

it.each([
  ['HEAD', '/api/notifications', {}, undefined],
  ['GET', '/api/%6eotifications', {}, undefined],
  ['GET', `/api/notifications?before=${'a'.repeat(600)}`, {}, undefined],
  ['POST', '/api/conversations', { 'content-type': 'text/plain' }, '{}'],
  ['POST', '/api/conversations', { ...json, 'transfer-encoding': 'chunked' }, '{}'],
  ['POST', '/api/conversations', json, LONG],
  ['POST', '/api/auth/login', json, '{}'],
  ['GET', '/api/products', {}, undefined],
])('%s %s takes the way of all others', async (method, path, headers, body) => {
  const { wasEarly } = await ways.send(path, { method, headers, body })
  expect(wasEarly).toBe(false)
})

it('a client that goes away in the middle of a body leaves nothing behind', async () => {
  const path = `/api/conversations/${conversationId}/messages`
  const arrived = new Promise<void>((resolve) => (onArrival = resolve))
  const socket = connect(ways.port, '127.0.0.1')
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 100\r\nAuthorization: Bearer ${token}\r\n\r\n{"content":`,
  )
  await arrived
  socket.destroy()
  const { status, body } = await ways.send(`${path}?after=1`, { headers: bearer() })
  expect(status).toBe(200)
  expect(JSON.parse(body)).toMatchObject({ messages: [] })
})

import { once } from 'node:events'
import type { Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { createTelemetry } from '#server/platform/metrics/telemetry.ts'
import { createLog } from '#server/platform/process/log.ts'
import { addHealth } from './health.ts'
import { type ConnectionLimits, createLimitedServer } from './limited-server.ts'
import { uploadCheck } from './routes.ts'
import { createHttp } from './server.ts'
import { mostConnections } from '#server/platform/http/limits/connections.ts'
import { requestLoad } from '#server/platform/http/limits/overload.ts'
import { guardRequests } from '#server/platform/http/limits/slow-clients.ts'

const BIG = Buffer.alloc(32 * 1024 * 1024)
const QUICK = { bodyMilliseconds: 100, paceMilliseconds: 100 }

let server: Server
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server.close()
  server.closeAllConnections()
})

type Limits = Partial<ConnectionLimits> & { bodyMilliseconds?: number; paceMilliseconds?: number }

/** A site that handles two requests at once. */
async function open(limits: Limits = {}, working = Promise.resolve()) {
  server = createLimitedServer({ trustedProxies: [], ...limits })
  const app = await createHttp({
    server,
    publicUrl: 'http://market.example',
    hasPolicy: true,
    log: createLog('silent'),
    telemetry: createTelemetry(),
    sendIfReady: () => false,
  })
  const load = requestLoad({ most: 2 })
  addHealth(app, async () => (load.isShedding() ? ['busy'] : []))
  load.countHandlers(app)
  app.get('/', async () => 'served')
  app.get('/work', () => working.then(() => 'worked'))
  app.get('/big', async () => BIG)
  app.post('/', async ({ body }) => `got ${String(body).length}`)
  await app.ready()
  const uploads = [{ path: '/upload', status: 200 as const, handle: async () => '' }]
  guardRequests(server, { isUpload: uploadCheck(uploads), ...limits })
  await once(server.listen(0, '127.0.0.1'), 'listening')
}

function dial(): Socket {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  // The tests expect this error when the server cuts the connection.
  socket.on('error', () => undefined)
  sockets.push(socket)
  return socket
}

/** Sends a request. Resolves to the whole answer when the connection ends. */
async function answerTo(request: string): Promise<string> {
  const socket = dial()
  socket.write(request)
  return text(socket)
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])
const slowPost = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 60\r\n\r\n{'

describe('a slow body', () => {
  it('does not count as a request in progress and times out', async () => {
    await open({ bodyMilliseconds: 300 })
    const slow = Array.from({ length: 10 }, () => answerTo(slowPost))
    await once(server, 'request')
    const answer = await answerTo(
      'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 5\r\n\r\nhello',
    )
    expect(statusOf(answer)).toBe(200)
    expect(answer).toContain('got 5')
    for (const each of await Promise.all(slow)) expect(statusOf(each)).toBe(408)
  })

  it('times out even if nobody reads it', async () => {
    await open(QUICK)
    const answer = await answerTo('GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 60\r\n\r\n{')
    expect(answer).toContain('served')
  })
})

it('a client that does not read its reply is cut off, unlike a waiting one', async () => {
  const work = Promise.withResolvers<void>()
  await open(QUICK, work.promise)
  const patient = answerTo('GET /work HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  const [serverSide] = (await once(server, 'connection')) as [Socket]
  const idle = dial().pause()
  const [stalled] = (await once(server, 'connection')) as [Socket]
  idle.write('GET /big HTTP/1.1\r\nHost: x\r\n\r\n')
  // Incoming bytes do not prove that the client reads.
  const trickle = setInterval(() => idle.write('\r\n'), 10)
  await once(stalled, 'close')
  clearInterval(trickle)
  expect(serverSide.destroyed).toBe(false)
  work.resolve()
  expect(await patient).toContain('worked')
})

const isOpen = async (socket: Socket) => {
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  const [first] = (await Promise.race([once(socket, 'data'), once(socket, 'close')])) as [unknown]
  return Buffer.isBuffer(first)
}

it.each([
  ['two hosts', 'GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n'],
  ['two hosts that are the same', 'GET / HTTP/1.1\r\nHost: x\r\nhost: x\r\n\r\n'],
  ['no host', 'GET / HTTP/1.1\r\n\r\n'],
  ['HTTP/0.9', 'GET / HTTP/0.9\r\nHost: x\r\n\r\n'],
  ['no HTTP version', 'GET /\r\n\r\n'],
])('a request with %s is refused', async (_, request) => {
  await open()
  expect(statusOf(await answerTo(request))).toBe(400)
})

describe('the connection limit', () => {
  it('closes the connection that has been idle longest', async () => {
    await open({ connections: 2 })
    const [first, second] = [dial(), dial()]
    expect([await isOpen(first), await isOpen(second), await isOpen(first)]).toEqual([true, true, true])
    expect(await isOpen(dial())).toBe(true)
    await expect.poll(() => second.destroyed).toBe(true)
    expect(await isOpen(first)).toBe(true)
  })

  it('does not close a connection whose answer is in progress', async () => {
    const work = Promise.withResolvers<void>()
    await open({ connections: 1 }, work.promise)
    const answer = answerTo('GET /work HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
    await once(server, 'request')
    expect(await isOpen(dial())).toBe(false)
    work.resolve()
    expect(await answer).toContain('worked')
  })

  it('leaves half of few descriptors to everything else', () => {
    expect(mostConnections(1, 256)).toBe(128)
    expect(mostConnections(1, Infinity)).toBe(20_000)
    expect(mostConnections(2, 20_000)).toBe(10_000)
  })
})

describe('the connection limit per peer', () => {
  it('refuses further connections until one is closed', async () => {
    await open({ connectionsPerPeer: 2 })
    const [first, second] = [dial(), dial()]
    expect([await isOpen(first), await isOpen(second)]).toEqual([true, true])
    expect(await isOpen(dial())).toBe(false)
    first.destroy()
    await expect.poll(() => isOpen(dial())).toBe(true)
  })

  it('does not apply to the site’s own proxy', async () => {
    await open({ connectionsPerPeer: 1, trustedProxies: ['127.0.0.1'] })
    expect([await isOpen(dial()), await isOpen(dial())]).toEqual([true, true])
  })
})

describe('a request', () => {
  it.each([
    ['GET /healthz HTTP/1.0\r\n\r\n', 200],
    ['GET /readyz HTTP/1.0\r\n\r\n', 200],
    ['GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n', 200],
    ['GET /readyz HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n', 200],
    ['HEAD /healthz HTTP/1.0\r\n\r\n', 200],
    ['GET / HTTP/1.0\r\n\r\n', 200],
    ['POST / HTTP/1.0\r\nContent-Length: 2\r\n\r\n{}', 200],
    ['GET / HTTP/1.1\r\n\r\n', 400],
    ['GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', 400],
    ['TRACE / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', 404],
    ['POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 400],
    ['POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello', 400],
  ])('%j is answered with %i', async (request, status) => {
    await open()
    expect(statusOf(await answerTo(request))).toBe(status)
  })

  it('makes /readyz fail if it is refused under load', async () => {
    const work = Promise.withResolvers<void>()
    await open({}, work.promise)
    const get = (path: string) => answerTo(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    const busy = [get('/work'), get('/work')]
    await expect.poll(async () => statusOf(await get('/'))).toBe(503)
    expect(statusOf(await get('/readyz'))).toBe(503)
    expect(statusOf(await get('/healthz'))).toBe(200)
    work.resolve()
    await Promise.all(busy)
  })
})

import { pino } from 'pino'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { noteConnectionError } from '#server/platform/errors/database-outage.ts'
import { createTelemetry } from '#server/platform/metrics/telemetry.ts'
import { type Injected, injected } from '#testing/injected.ts'
import { createLimitedServer } from './limited-server.ts'
import { createHttp, plainTarget } from './server.ts'

interface Line {
  msg: string
  milliseconds?: number
  path?: string
}

let lines: Line[] = []
let app: Injected

beforeAll(async () => {
  const http = await createHttp({
    server: createLimitedServer({ trustedProxies: [] }),
    publicUrl: 'http://localhost:3000',
    hasPolicy: true,
    log: pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line) as Line) }),
    telemetry: createTelemetry(),
    sendIfReady: () => false,
  })
  http.get('/slow', async () => {
    vi.advanceTimersByTime(120)
    return 'at last'
  })
  http.get('/away', () => {
    const error = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
    noteConnectionError(error)
    throw error
  })
  http.post('/', async ({ body }) => String(body))
  http.get('/api/unsubscribe/:token', async () => 'done')
  app = injected(http)
})
beforeEach(() => {
  lines = []
})
afterEach(() => void vi.useRealTimers())

it('the log has the duration of a reply', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  await app.request('/slow')
  expect(lines).toEqual([expect.objectContaining({ msg: 'request', milliseconds: 120 })])
})

it('a database that ends its connection counts as an outage, not as a client that left', async () => {
  const reply = await app.request('/away')
  expect([reply.status, reply.headers.get('retry-after') !== null]).toEqual([503, true])
  expect(lines.map(({ msg }) => msg)).toEqual(['outage', 'request'])
})

it.each([
  ['POST', { 'content-type': 'a b c;;' }, 415],
  ['POST', { 'content-type': 'application/json' }, 413],
  ['QUERY', {}, 415],
])('%s with the headers %j is refused with %d in the common format', async (method, headers, status) => {
  const body = method === 'POST' ? Buffer.alloc(70_000) : undefined
  const reply = await app.request('/', { method, body, headers: headers as Record<string, string> })
  expect(reply.status).toBe(status)
  expect(await reply.json()).toMatchObject({ error: { requestId: expect.any(String) as unknown } })
  expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
})

it('the log hides the secret of an address in any spelling', async () => {
  for (const path of ['/api/unsubscribe/secret', '/api/%75nsubscribe/secret'])
    expect((await app.request(path)).status).toBe(200)
  expect(JSON.stringify(lines)).not.toContain('secret')
})

it.each([
  ['/products?q=caf%C3%A9%20100%', '/products?q=caf%C3%A9%20100%'],
  ['/products?a=1?b=caf%E9', '/products?a=1?b=caf%E9'],
  ['/caf%C3%A9/100%', '/caf%C3%A9/100%25'],
  ['/%E0%A4%A', '/%25E0%25A4%25A'],
  ['http://elsewhere.example/a?b', '/a?b'],
  ['http://elsewhere.example', '/'],
  ['foo://x/y', '/foo://x/y'],
  ['*', '/*'],
])('the target %s is read as %s', (target, url) => {
  expect(plainTarget(target)).toBe(url)
})

import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request as requestOf } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { publicConfig, readConfig } from '#server/config/config.ts'
import { openStandIns } from '#server/platform/stand-ins/stand-ins.ts'
import { createTelemetry } from '#server/platform/metrics/telemetry.ts'
import { securityHeaderList, securityHeaders } from '#server/platform/http/headers.ts'
import type { PageCache } from './page-cache.ts'
import { mountPages, type WebPages } from './pages.ts'
import { readyPages } from './ready-pages.ts'
import { requestLog } from '#server/platform/http/request-log.ts'

const pages: WebPages = {
  cached: true,
  assets: {
    script: '',
    starter: 'start()',
    styles: () => [],
    preloads: () => [],
  },
  renderer: async () => ({
    canonicalPath: (url) => url.pathname,
    render: async ({ url, smallPictures }) => ({
      status: url.pathname === '/gone' ? 404 : 200,
      html: `<p>${url.pathname} ${smallPictures ? 'small' : 'large'} ${'again and '.repeat(50)}</p>`,
      inlineStyles: url.pathname === '/styled' ? 'p{margin:0}' : undefined,
    }),
  }),
}

interface Line {
  msg: string
  path: string
  status: number
  method: string
}

const lines: Line[] = []
const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line) as Line) })
const site = { publicUrl: 'https://market.example', contentSecurityPolicy: true }
const telemetry = createTelemetry()
const ready = readyPages({ headers: securityHeaderList(site), log, telemetry })
/** Requests that the framework answered. */
let framework = 0
let cache: PageCache
const app = new Hono()
app.use(requestLog({ log, telemetry }), securityHeaders(site))
const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false })
const server = createServer((request, response) => {
  if (ready.answer(request, response)) return
  framework += 1
  void listener(request, response)
})

beforeAll(async () => {
  const config = publicConfig(readConfig({ DATA_DIR: '.cache/none' }))
  const call = async () => ({ status: 404, body: undefined })
  cache = mountPages(app, { pages, call, config, log, telemetry, ready, standIns: openStandIns() })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => void server.close())

/** The bytes as they travel, with every header but those that differ from one reply to the next. */
async function requestPage(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const before = framework
  const { port } = server.address() as AddressInfo
  const request = requestOf({ port, path, method, headers }).end()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const body = (await buffer(response)).toString('base64')
  const { date, 'x-request-id': id, ...rest } = response.headers
  expect(date).toBeDefined()
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  const reply = { status: response.statusCode, headers: rest, body }
  return { reply, isReady: framework === before, etag: rest.etag ?? '' }
}

it.each(['br', 'gzip', 'identity', ''])(
  'a ready page is the same reply as the first, in %s',
  async (encoding) => {
    const path = `/products?coded=${encoding}`
    const headers = encoding ? { 'accept-encoding': encoding } : undefined
    const first = await requestPage(path, headers)
    const second = await requestPage(path, headers)
    expect([first.isReady, second.isReady]).toEqual([false, true])
    expect(second.reply).toEqual(first.reply)
    expect(first.reply.status).toBe(200)
  },
)

const SAVES = { 'save-data': 'on' }

it.each<[string, Record<string, string>, string]>([
  ['chosen on the device', { cookie: 'a=b; data-saver=on; c=d' }, 'small'],
  ['chosen over https', { cookie: '__Secure-data-saver=on' }, 'small'],
  ['set in the browser', SAVES, 'small'],
  ['unchosen', { cookie: 'xdata-saver=on; data-saver=only' }, 'large'],
  ['set in the browser, and chosen otherwise', { ...SAVES, cookie: 'data-saver=off' }, 'large'],
])('a page has its pictures by the data saver %s', async (name, headers, size) => {
  const path = `/saved?${encodeURIComponent(name)}`
  const textOf = async (sent: Record<string, string>) =>
    Buffer.from((await requestPage(path, sent)).reply.body, 'base64').toString()
  expect(await textOf({})).toContain('large')
  expect(await textOf({})).toContain('large')
  expect(await textOf(headers)).toContain(size)
  const known = await requestPage(path, headers)
  expect(known.isReady).toBe(true)
  expect(Buffer.from(known.reply.body, 'base64').toString()).toContain(size)
  expect(known.reply.headers).toMatchObject({
    vary: 'Accept-Encoding, Save-Data',
    'cache-control': size === 'small' ? 'private, no-cache' : 'public, no-cache',
  })
  cache.clear()
  const anew = await requestPage(path, headers)
  expect(anew).toEqual({ ...known, isReady: false })
})

it('each kind of page has the policy of what stands within its HTML', async () => {
  const policyOf = async (path: string) => {
    const { reply } = await requestPage(path)
    expect((await requestPage(path)).reply).toEqual(reply)
    return reply.headers['content-security-policy']
  }
  const sha = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  expect(await policyOf('/plain')).toContain(`script-src 'self' ${sha('start()')}; style-src 'self';`)
  expect(await policyOf('/styled')).toContain(`style-src 'self' ${sha('p{margin:0}')};`)
})

it('who has the page already receives only that', async () => {
  const { etag } = await requestPage('/known')
  const headers = { 'if-none-match': etag }
  const known = await requestPage('/known', headers)
  expect(known).toMatchObject({ isReady: true, reply: { status: 304, body: '' } })
  cache.clear()
  const anew = await requestPage('/known', headers)
  expect(anew.isReady).toBe(false)
  expect(known.reply).toEqual(anew.reply)
})

it('both ways log the same, without the query', async () => {
  lines.length = 0
  await requestPage('/logged?secret=1')
  await requestPage('/logged?secret=1')
  const line = { msg: 'request', method: 'GET', path: '/logged', status: 200 }
  await expect.poll(() => lines).toEqual([expect.objectContaining(line), expect.objectContaining(line)])
  expect(Object.keys(lines[0] as Line)).toEqual(Object.keys(lines[1] as Line))
})

it('what is no page, another method, and what was dropped take the long way', async () => {
  await requestPage('/gone')
  expect((await requestPage('/gone')).isReady).toBe(false)
  await requestPage('/there')
  expect((await requestPage('/there', {}, 'HEAD')).isReady).toBe(false)
  expect((await requestPage('/there')).isReady).toBe(true)
  cache.clear()
  expect((await requestPage('/there')).isReady).toBe(false)
})

it('a Host that is no host puts no page under another address', async () => {
  const { etag } = await requestPage('/')
  for (const host of ['1/help?', '1\\help?']) {
    cache.clear()
    await requestPage('/', { host }, 'HEAD')
    expect((await requestPage('/')).etag).toBe(etag)
    expect((await requestPage('/')).etag).toBe(etag)
  }
})

it.each([
  ['/auth/login?next=%2Fsell', '/auth/login?next=%2Fsell'],
  ['//elsewhere.example/', '/elsewhere.example'],
])('a form that a browser sends by itself to %s leads to the page', async (path, location) => {
  const sent = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await requestPage(path, sent, 'POST')).reply).toMatchObject({ status: 303, headers: { location } })
  expect((await requestPage(path, { 'content-type': 'application/json' }, 'POST')).reply.status).toBe(404)
})

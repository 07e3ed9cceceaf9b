import { createHash } from 'node:crypto'
import { pino } from 'pino'
import { beforeAll, expect, it } from 'vitest'
import { publicConfig, readConfig } from '#server/config/config.ts'
import { createLimitedServer } from '#server/platform/http/limited-server.ts'
import { requestLoad } from '#server/platform/http/limits/overload.ts'
import { createReadyReplies } from '#server/platform/http/ready-replies.ts'
import { createHttp } from '#server/platform/http/server.ts'
import { createTelemetry } from '#server/platform/metrics/telemetry.ts'
import { openStandIns } from '#server/platform/http/stand-ins/stand-ins.ts'
import { type Injected, injected } from '#testing/injected.ts'
import { createPages, type WebPages } from './pages.ts'

const pages: WebPages = {
  cached: true,
  assets: { script: '', starter: 'start()', styles: () => [], preloads: () => [] },
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
const telemetry = createTelemetry()
const replies = createReadyReplies({ telemetry, standIns: openStandIns(), build: '' })
let app: Injected

beforeAll(async () => {
  const http = await createHttp({
    server: createLimitedServer({ trustedProxies: [] }),
    publicUrl: 'https://market.example',
    hasPolicy: true,
    log,
    telemetry,
    sendIfReady: replies.sendIfReady,
  })
  const config = publicConfig(readConfig({ DATA_DIR: '.cache/none' }))
  const call = async () => ({ status: 404, body: undefined })
  const load = requestLoad({ most: 10 })
  const options = { pages, call, config, notice: async () => null, now: Date.now, replies, load, log }
  http.setNotFoundHandler(createPages(options))
  app = injected(http)
})

/** The page as it is sent, with every header except those that differ between replies. */
async function requestPage(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const before = telemetry.pageAnswers.ready.count
  const response = await app.request(path, { method, headers })
  const body = Buffer.from(await response.arrayBuffer()).toString('latin1')
  const { date: _, 'x-request-id': id, ...rest } = Object.fromEntries(response.headers)
  expect(id).toMatch(/^[0-9a-f-]{36}$/)
  const reply = { status: response.status, headers: rest, body }
  return { reply, isReady: telemetry.pageAnswers.ready.count > before, etag: rest['etag'] ?? '' }
}

it.each(['br', 'gzip', 'identity', ''])(
  'a cached page is the same reply as the first, in %s',
  async (encoding) => {
    const path = `/products?coded=${encoding}`
    const first = await requestPage(path, { 'accept-encoding': encoding })
    const second = await requestPage(path, { 'accept-encoding': encoding })
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
  ['set in the browser but turned off here', { ...SAVES, cookie: 'data-saver=off' }, 'large'],
])('a page’s pictures follow the data saver %s', async (name, headers, size) => {
  const path = `/saved?${encodeURIComponent(name)}`
  expect((await requestPage(path)).reply.body).toContain('large')
  expect((await requestPage(path)).reply.body).toContain('large')
  expect((await requestPage(path, headers)).reply.body).toContain(size)
  const known = await requestPage(path, headers)
  expect(known.isReady).toBe(true)
  expect(known.reply.body).toContain(size)
  expect(known.reply.headers).toMatchObject({
    vary: 'Accept-Encoding, Save-Data',
    'cache-control': size === 'small' ? 'private, no-cache' : 'public, no-cache',
  })
  replies.clear()
  expect(await requestPage(path, headers)).toEqual({ ...known, isReady: false })
})

it('each kind of page has a policy that matches its inline code', async () => {
  const policyOf = async (path: string) => {
    const { reply } = await requestPage(path)
    expect((await requestPage(path)).reply).toEqual(reply)
    return reply.headers['content-security-policy']
  }
  const sha = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  expect(await policyOf('/plain')).toContain(`script-src 'self' ${sha('start()')}; style-src 'self';`)
  expect(await policyOf('/styled')).toContain(`style-src 'self' ${sha('p{margin:0}')};`)
})

it('a client that has the page gets a 304', async () => {
  const { etag } = await requestPage('/known')
  const headers = { 'if-none-match': etag }
  const known = await requestPage('/known', headers)
  expect(known).toMatchObject({ isReady: true, reply: { status: 304, body: '' } })
  replies.clear()
  expect(await requestPage('/known', headers)).toEqual({ ...known, isReady: false })
})

it('a page is logged once per request without the query, cached or not', async () => {
  lines.length = 0
  await requestPage('/logged?secret=1')
  await requestPage('/logged?secret=1')
  const line = { msg: 'request', method: 'GET', path: '/logged', status: 200 }
  expect(lines).toEqual([expect.objectContaining(line), expect.objectContaining(line)])
  expect(Object.keys(lines[0] as Line)).toEqual(Object.keys(lines[1] as Line))
})

it('errors, HEAD requests and expired pages are not answered from the cache', async () => {
  await requestPage('/gone')
  expect((await requestPage('/gone')).isReady).toBe(false)
  await requestPage('/there')
  expect((await requestPage('/there', {}, 'HEAD')).isReady).toBe(false)
  expect((await requestPage('/there')).isReady).toBe(true)
  replies.clear()
  expect((await requestPage('/there')).isReady).toBe(false)
})

it('a forged host or address cannot replace another page', async () => {
  const { etag } = await requestPage('/')
  for (const [path, host] of [
    ['/', '1/help?'],
    ['//market.example/', ''],
    ['/small /', ''],
    ['/#small', ''],
  ] as const) {
    replies.clear()
    await requestPage(path, host ? { host } : {}, 'HEAD')
    expect((await requestPage('/')).etag).toBe(etag)
    expect((await requestPage('/')).etag).toBe(etag)
  }
})

it.each([
  ['/auth/login?next=%2Fsell', '/auth/login?next=%2Fsell'],
  ['//elsewhere.example/', '/elsewhere.example'],
])('a form sent by the browser to %s redirects to the page', async (path, location) => {
  const sent = { 'content-type': 'application/x-www-form-urlencoded' }
  expect((await requestPage(path, sent, 'POST')).reply).toMatchObject({ status: 303, headers: { location } })
  expect((await requestPage(path, { 'content-type': 'application/json' }, 'POST')).reply.status).toBe(404)
})

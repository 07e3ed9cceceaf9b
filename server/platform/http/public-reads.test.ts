import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { contract } from '#contract/contract.ts'
import { type Listener, openListener } from '#server/platform/db/listener.ts'
import { createTestApp } from '#testing/app.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { insertProduct, renameUnannounced } from '#testing/market/products.ts'
import { receivedAll } from '#testing/received-all.ts'
import { setUp } from '#testing/set-up.ts'

/** Confirmed moment of a listener whose connection hangs. */
let hangsSince: number | undefined
const listen = (url: string): Listener => {
  const listener = openListener(url)
  return { ...listener, confirmedAt: () => hangsSince ?? listener.confirmedAt() }
}
const test = setUp(() => createTestApp({ listen }))
let productId: string
beforeAll(async () => {
  for (let count = 0; count < 8; count += 1) productId = await insertProduct(test.db)
})

/** The header of a browser that accepts a cached reply. */
const FROM_MEMORY = { 'cache-control': 'max-age=0' }

/** The reply without its changing parts, and whether it was cached. */
async function read(path: string, headers: Record<string, string> = {}) {
  const { ready } = test.telemetry.readAnswers
  const before = ready.count
  const response = await test.app.request(path, { headers: { ...FROM_MEMORY, ...headers } })
  const { date: _, 'x-request-id': id = '', ...rest } = Object.fromEntries(response.headers)
  const body = Buffer.from(await response.arrayBuffer()).toString('latin1')
  const reply = { status: response.status, headers: rest, body: body.replaceAll(id, 'ID') }
  return { reply, isReady: ready.count > before }
}

const publicReads = Object.values(contract).filter(
  (endpoint) => endpoint.method === 'GET' && endpoint.access === 'everyone' && 'cacheSeconds' in endpoint,
)

describe('every public read', () => {
  it.each(publicReads.map(({ path }) => path))('%s is the same reply when it is cached', async (path) => {
    const id = path.includes('sellers') ? PEOPLE.ama.id : productId
    for (const address of [path.replace(/:\w+/, id), `${path.replace(/:\w+/, id)}?q=radio&limit=1`]) {
      for (const encoding of ['identity', 'gzip', 'br']) {
        const first = await read(address, { 'accept-encoding': encoding })
        const second = await read(address, { 'accept-encoding': encoding })
        expect([address, second.isReady]).toEqual([address, first.reply.status === 200])
        expect(second.reply).toEqual(first.reply)
      }
    }
  })
})

it.each([
  ['/api/products?search=%00', '/api/products'],
  ['/api/products?search=+%01%7F%C2%85', '/api/products'],
  ['/api/products?search=', '/api/products'],
  ['/api/products?location=%00', '/api/products'],
  ['/api/products?search=be%00ll&location=O%07su', '/api/products?search=bell&location=Osu'],
  [
    '/api/products?category=mobile&attributes=brand.Sam%00sung',
    '/api/products?category=mobile&attributes=brand.Samsung',
  ],
  ['/api/attribute-filters?category=mobile&search=%00', '/api/attribute-filters?category=mobile'],
  ['/api/suggestions?q=%00', '/api/suggestions?q=%20'],
  ['/api/suggestions?q=be%00l', '/api/suggestions?q=bel'],
])('%s is read as %s', async (path, plain) => {
  const [odd, usual] = [await read(path), await read(plain)]
  expect(odd.reply).toMatchObject({ status: 200, body: usual.reply.body })
})

it.each(['search=%00', 'search=be%00ll'])('a view after %s is counted', async (search) => {
  const path = `/api/products/${productId}/views?${search}`
  expect((await test.app.request(path, { method: 'POST' })).status).toBe(202)
})

it('a client that has the reply gets a 304, cached or not', async () => {
  const path = `/api/products/${productId}?known`
  const { reply } = await read(path)
  for (const freshness of ['max-age=0', 'no-cache']) {
    const headers = { 'cache-control': freshness, 'if-none-match': reply.headers['etag'] ?? '' }
    const known = await read(path, headers)
    expect(known.reply).toMatchObject({ status: 304, body: '' })
  }
})

it.each([
  ['HEAD', '/api/products'],
  ['GET', `/api/products?search=${'a'.repeat(600)}`],
])('%s %s is computed each time', async (method, path) => {
  const { ready } = test.telemetry.readAnswers
  await read('/api/products')
  const before = ready.count
  for (let count = 0; count < 2; count += 1) await test.app.request(path, { method, headers: FROM_MEMORY })
  expect(ready.count).toBe(before)
})

const rename = (title: string) => renameUnannounced(test.db, title, [productId])

/** Announces a change as another process does. */
async function announce(): Promise<void> {
  await sql`select pg_notify('public_changed', 'market')`.execute(test.db)
  await receivedAll(test)
}

it('a cached reply is dropped by a change and skipped for no-cache', async () => {
  const path = `/api/products/${productId}`
  await announce()
  await read(path)
  await rename('Second name')
  expect((await read(path)).reply.body).not.toContain('Second name')
  expect((await read(path, { 'cache-control': 'no-cache' })).reply.body).toContain('Second name')
  await announce()
  expect((await read(path)).reply.body).toContain('Second name')
})

describe('a cached reply', () => {
  afterEach(() => {
    hangsSince = undefined
    vi.useRealTimers()
  })
  const pass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)
  const passConfirmed = async (milliseconds: number) => {
    hangsSince = undefined
    pass(milliseconds)
    await expect.poll(() => Date.now() - test.listener.confirmedAt()).toBeLessThan(5000)
  }
  const passUnconfirmed = (milliseconds: number) => {
    hangsSince = test.listener.confirmedAt()
    pass(milliseconds)
  }

  it('is used for a minute while changes are received, otherwise for five seconds', async () => {
    const path = `/api/products/${productId}`
    const shown = async () => (JSON.parse((await read(path)).reply.body) as { title: string }).title
    vi.useFakeTimers({ toFake: ['Date'] })
    await rename('First')
    await announce()
    expect(await shown()).toBe('First')
    await rename('Second')
    await passConfirmed(50_000)
    expect(await shown()).toBe('First')
    passUnconfirmed(6000)
    expect(await shown()).toBe('Second')

    await rename('Third')
    await passConfirmed(50_000)
    expect(await shown()).toBe('Second')
    await passConfirmed(11_000)
    expect(await shown()).toBe('Third')
  })
})

it('a HEAD request with a known ETag gets the full length', async () => {
  const path = `/api/products/${productId}?head`
  const { reply } = await read(path)
  const headers = { 'if-none-match': reply.headers['etag'] ?? '' }
  const head = await test.app.request(path, { method: 'HEAD', headers })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, reply.headers['content-length']])
})

import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { contract } from '#contract/contract.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { openBothWays } from '#testing/both-ways.ts'
import { PEOPLE } from '#testing/people.ts'
import { insertProduct } from '#testing/products.ts'

let test: TestApp
let productId: string
let ways: Awaited<ReturnType<typeof openBothWays>>

beforeAll(async () => {
  test = await createTestApp()
  ways = await openBothWays(
    test.app,
    (request, response, otherwise) => void (test.publicReads.answer(request, response) || otherwise()),
  )
  for (let count = 0; count < 8; count += 1) productId = await insertProduct(test.db)
})
afterAll(async () => {
  await ways.close()
  await test.close()
})

async function sendBothWays(path: string, headers: Record<string, string> = {}) {
  const { plain, early, isEarly } = await ways.sendBothWays(path, { headers })
  expect(isEarly).toBe(true)
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
  const [odd, usual] = [await ways.send(path), await ways.send(plain)]
  expect(odd).toMatchObject({ status: 200, body: usual.body })
})

it.each(['search=%00', 'search=be%00ll'])('a view after %s is counted', async (search) => {
  const path = `/api/products/${productId}/views?${search}`
  expect(await ways.send(path, { method: 'POST' })).toMatchObject({ status: 202 })
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
  ['GET', '/api/products', { 'content-length': '2' }],
  ['GET', '/api/products', { host: 'x/y' }],
  ['GET', '/api/me', {}],
])('%s %s takes the way of all others', async (method, path, headers) => {
  expect((await ways.send(path, { method, headers })).wasEarly).toBe(false)
})

const rename = (title: string) =>
  test.db.updateTable('products').set({ title }).where('id', '=', productId).execute()

it('a stored reply is dropped by a change, and passed over where a fresh one is wanted', async () => {
  const path = `/api/products/${productId}`
  test.publicReads.clear()
  await ways.send(path)
  await rename('Second name')
  expect((await ways.send(path)).body).not.toContain('Second name')
  expect((await ways.send(path, { headers: { 'cache-control': 'no-cache' } })).body).toContain('Second name')
  test.publicReads.clear()
  expect((await ways.send(path)).body).toContain('Second name')
})

describe('a stored reply', () => {
  afterEach(() => void vi.useRealTimers())
  const pass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)
  const passConfirmed = async (milliseconds: number) => {
    pass(milliseconds)
    await expect.poll(() => Date.now() - test.listener.confirmedAt()).toBeLessThan(5000)
  }

  it('stands for a minute while its process learns of changes, for five seconds while it may not', async () => {
    const path = `/api/products/${productId}`
    const shown = async () => (JSON.parse((await ways.send(path)).body) as { title: string }).title
    vi.useFakeTimers({ toFake: ['Date'] })
    await rename('First')
    test.publicReads.clear()
    expect(await shown()).toBe('First')
    // Without a word, unlike all that the site does.
    await rename('Second')
    await passConfirmed(50_000)
    expect(await shown()).toBe('First')
    pass(6000)
    expect(await shown()).toBe('Second')

    await rename('Third')
    await passConfirmed(50_000)
    expect(await shown()).toBe('Second')
    await passConfirmed(11_000)
    expect(await shown()).toBe('Third')
  })
})

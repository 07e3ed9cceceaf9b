import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { createTestApp } from '#testing/app.ts'
import { insertProduct } from '#testing/market/products.ts'
import { createCalls, type Handlers } from './calls.ts'
import { requestLoad } from '#server/platform/http/limits/overload.ts'
import { createBareApp, routeCalls } from '#testing/injected.ts'
import { setUp } from '#testing/set-up.ts'

const test = setUp(createTestApp)

describe('every reply', () => {
  it('has the security headers and a request id', async () => {
    const { headers } = await test.app.request('/api/categories')
    expect(headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(headers.get('content-security-policy')).not.toContain('unsafe')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('is a plain 404 for an unknown call', async () => {
    const response = await test.app.request('/api/nothing')
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ error: { code: 'not-found' } })
  })
})

describe('bad input', () => {
  it('is refused with every field named', async () => {
    const response = await test.app.request('/api/products?sort=cheapest&min=-1&region=Atlantis')
    expect(response.status).toBe(422)
    const { error } = (await response.json()) as { error: { fields: { field: string }[]; message: string } }
    expect(error.message).toBe('Please fix the errors')
    expect(error.fields.map(({ field }) => field).toSorted()).toEqual(['min', 'region', 'sort'])
  })

  it('is not hidden by a second parameter with the same name', async () => {
    expect((await test.app.request('/api/products?sort=cheapest&sort=price_low')).status).toBe(422)
  })

  it('is refused in an id', async () => {
    expect((await test.app.request("/api/products/1'--")).status).toBe(422)
  })

  it('is refused unread if the address is too long', async () => {
    expect((await test.app.request(`/api/products?search=${'a'.repeat(5000)}`)).status).toBe(413)
  })
})

describe('public reads', () => {
  it('are answered with 304 while nothing changes', async () => {
    await insertProduct(test.db)
    const first = await test.app.request('/api/featured')
    const headers = { 'If-None-Match': first.headers.get('etag') ?? '' }
    expect((await test.app.request('/api/featured', { headers })).status).toBe(304)
    await insertProduct(test.db)
    expect((await test.app.request('/api/featured', { headers })).status).toBe(200)
  })

  it('are compressed if the client accepts it', async () => {
    for (let count = 0; count < 8; count += 1) await insertProduct(test.db)
    const response = await test.app.request('/api/products', {
      headers: { 'Accept-Encoding': 'gzip, br;q=0' },
    })
    expect(response.headers.get('content-encoding')).toBe('gzip')
    const text = await new Response(response.body?.pipeThrough(new DecompressionStream('gzip'))).text()
    expect(JSON.parse(text)).toHaveProperty('items')
  })
})

async function appWith(handler: (input: { body: { name: string } }) => Promise<{ name: string }>) {
  const body = z.object({ name: z.string().check(z.minLength(2, 'Must be at least 2 characters long')) })
  const change = endpoint({
    method: 'POST',
    path: '/things',
    access: 'everyone',
    summary: 'A thing.',
    body,
    reply: z.object({ name: z.string() }),
  })
  const forget = endpoint({
    method: 'DELETE',
    path: '/things',
    access: 'everyone',
    summary: 'No thing.',
    reply: z.object({}),
  })
  const context = { forgotten: 0 }
  const things = { change, forget }
  const handlers: Handlers<typeof things, typeof context> = {
    change: (_ctx, { body: input }) => handler({ body: input }),
    forget: async (ctx) => void (ctx.forgotten += 1),
  }
  const app = await routeCalls(things, createCalls(context, things, handlers, { checksReplies: false }))
  const post = (content: string, type = 'application/json') =>
    app.request('/things', { method: 'POST', body: content, headers: { 'Content-Type': type } })
  return { app, context, post }
}

describe('addCalls', () => {
  it('replies with an empty object for an empty result and passes the context', async () => {
    const { app, context } = await appWith(async () => ({ name: 'Ama' }))
    const response = await app.request('/things', { method: 'DELETE' })
    expect([response.status, await response.json(), context]).toEqual([200, {}, { forgotten: 1 }])
  })

  it('removes reply fields that the contract does not list', async () => {
    const { post } = await appWith(async () => ({ name: 'Ama', password: 'secret' }))
    expect(await (await post('{"name":"Ama"}')).json()).toEqual({ name: 'Ama' })
  })

  it.each([
    ['{"name":"A"}', 'application/json', 422],
    [String.raw`{"name":"Am\u0000a"}`, 'application/json', 422],
    ['{"name":', 'application/json', 400],
    ['name=Ama', 'application/x-www-form-urlencoded', 415],
  ])('refuses %s as %s with %d', async (content, type, status) => {
    const { post } = await appWith(async () => ({ name: 'Ama' }))
    expect((await post(content, type)).status).toBe(status)
  })

  it('removes input fields that the contract does not list', async () => {
    const taken: unknown[] = []
    const { post } = await appWith(async ({ body }) => {
      taken.push(body)
      return body
    })
    await post('{"name":"Ama","role":"administrator","__proto__":{"isStaff":true}}')
    expect(taken).toEqual([{ name: 'Ama' }])
    expect(taken[0]).not.toHaveProperty('isStaff')
    expect({}).not.toHaveProperty('isStaff')
  })

  it('replaces a lone surrogate in the input', async () => {
    const { post } = await appWith(async ({ body }) => body)
    expect(await (await post(String.raw`{"name":"Am\ud800a"}`)).json()).toEqual({ name: 'Am\ufffda' })
  })

  it('shows only the request id of an internal error', async () => {
    const { post } = await appWith(async () => {
      throw new Error('relation "secrets" does not exist')
    })
    const response = await post('{"name":"Ama"}')
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('secrets')
  })
})

describe('public reads under load', () => {
  it('count once for all clients that wait for the same reply', async () => {
    const gate = Promise.withResolvers<void>()
    const read = endpoint({
      method: 'GET',
      path: '/read',
      access: 'everyone',
      summary: 'A read.',
      reply: z.object({}),
      cacheSeconds: 0,
    })
    const calls = createCalls(
      {},
      { read },
      { read: () => gate.promise.then(() => ({})) },
      { checksReplies: false },
    )
    const app = await routeCalls({ read }, calls, requestLoad({ most: 1 }))
    const headers = { 'Cache-Control': 'max-age=0' }
    const waiting = Array.from({ length: 5 }, () => app.request('/read', { headers }))
    gate.resolve()
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  })
})

describe('an overloaded server', () => {
  it('refuses with 503 and Retry-After, then recovers', async () => {
    let now = 0
    const load = requestLoad({ most: 1, now: () => now })
    const app = await createBareApp()
    load.countHandlers(app)
    const gate = Promise.withResolvers<void>()
    app.get('/', () => gate.promise.then(() => 'served'))
    app.get('/upload', { config: { isExempt: true } }, async () => 'taken')
    await app.ready()
    const first = app.request('/')
    expect(load.isShedding()).toBe(false)
    const second = await app.request('/')
    expect(second.status).toBe(503)
    expect(second.headers.get('retry-after')).toBe('1')
    expect((await app.request('/upload')).status).toBe(200)
    expect(load.isShedding()).toBe(true)
    gate.resolve()
    expect((await first).status).toBe(200)
    expect((await app.request('/')).status).toBe(200)
    now += 5000
    expect(load.isShedding()).toBe(false)
  })
})

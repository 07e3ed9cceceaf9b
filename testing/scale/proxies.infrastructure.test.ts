import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { uploadOf } from '#testing/pictures/photos.ts'
import { insertProduct } from '#testing/market/products.ts'
import { openSharedPort, type SharedPort } from './shared-port.ts'
import { CLIENT_ADDRESS, firstLiveFrame, sendByHttp2, sendPlainly } from '#testing/proxies/proxy-client.ts'
import { HOST, openProxy, type Proxy, type ProxyKind } from '#testing/proxies/real-proxies.ts'

const [WIDTH, HEIGHT] = [3600, 3000]

let site: SharedPort
beforeAll(async () => {
  site = await openSharedPort(1, {
    // The address in the examples.
    PUBLIC_URL: `https://${HOST}`,
    TRUSTED_PROXIES: '127.0.0.1',
    // A public site requires one; this test sends no mail.
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: `Sankofa <hello@${HOST}>`,
  })
})
afterAll(() => site.close())

/** Noise, which no encoder can compress. */
async function nineMegabytes(): Promise<Buffer> {
  const raw = { width: WIDTH, height: HEIGHT, channels: 3 } as const
  const photo = await sharp(randomBytes(WIDTH * HEIGHT * 3), { raw })
    .jpeg({ quality: 92 })
    .toBuffer()
  expect(photo.length).toBeGreaterThan(9_000_000)
  expect(photo.length).toBeLessThan(10_000_000)
  return photo
}

describe.each<ProxyKind>(['nginx', 'Caddy'])('a site behind a real %s with its example', (kind) => {
  let proxy: Proxy
  beforeAll(async () => {
    proxy = await openProxy(kind, site.url)
  })
  afterAll(() => proxy.close())

  it('sends pages and replies by HTTPS and HTTP/2', async () => {
    const id = await insertProduct(site.db, { seller_id: (await site.newPair())[0].id })
    const page = await sendByHttp2(proxy, `/products/${id}`)
    expect(page.status).toBe(200)
    expect(page.body.toString()).toContain('Samsung Galaxy A54')
    expect(page.headers['strict-transport-security']).toMatch(/^max-age=\d+/)
    expect((await sendByHttp2(proxy, `/api/products/${id}`)).status).toBe(200)
  })

  it('redirects pages to https and refuses API calls without TLS', async () => {
    const page = await sendPlainly(proxy, '/products?search=radio')
    expect([page.status, page.headers.location]).toEqual([301, `https://${HOST}/products?search=radio`])
    for (const method of ['GET', 'POST'])
      expect((await sendPlainly(proxy, '/api/auth/login', method)).status).toBe(403)
  })

  it('passes the live socket', async () => {
    expect(await firstLiveFrame(proxy)).toMatch(/^0\{"sid":/)
  })

  it("counts limits by the client's real address", async () => {
    const body = Buffer.from(
      JSON.stringify({ email: `${randomUUID()}@example.com`, password: 'wrong-password' }),
    )
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' }
    await sql`delete from rate_limits`.execute(site.db)
    const refusal = await sendByHttp2(proxy, '/api/auth/login', { method: 'POST', headers, body })
    expect(refusal.status).toBe(401)
    const { rows } = await sql<{ key: string }>`select key from rate_limits`.execute(site.db)
    const keys = rows.map(({ key }) => key).join('\n')
    expect(keys).toContain(CLIENT_ADDRESS)
    expect(keys).not.toContain('203.0.113.9')
    expect(keys).not.toContain('127.0.0.1')
  })

  it('accepts a photo of nine million bytes', async () => {
    const [person] = await site.newPair()
    const bytes = await nineMegabytes()
    const [path, { headers }] = uploadOf(await site.sign(person), { bytes: '' })
    const { body } = await sendByHttp2(proxy, path, {
      method: 'PUT',
      headers: headers as Record<string, string>,
      body: bytes,
    })
    expect(JSON.parse(body.toString())).toMatchObject({ fileName: 'IMG_0042.jpg', refusal: null })
  })
})

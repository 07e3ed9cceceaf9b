import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { insertAccounts, signIn } from '#testing/accounts/accounts.ts'
import { createTestApp, type TestApp } from '#testing/app.ts'
import { apiPages } from '#testing/api-pages.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { insertProduct } from '#testing/market/products.ts'
import { setStatus } from '#testing/market/selling.ts'
import { setUp } from '#testing/set-up.ts'
import { itIsPurged } from './behind-a-cdn.ts'
import { openStandInCdn } from './stand-in-cdn.ts'

const SHARED = ['surrogate-key', 'surrogate-control', 'cache-tag', 'cdn-cache-control']
const failures = async ({ telemetry }: TestApp) =>
  (await telemetry.cdnPurges.get()).values.find(({ labels }) => labels.outcome === 'failed')?.value ?? 0
const sharedOf = (response: Response) => SHARED.filter((name) => response.headers.has(name))

describe('a site behind a CDN with surrogate keys', () => {
  let proxy: Awaited<ReturnType<typeof openStandInCdn>>
  const site = itIsPurged('surrogate-keys', async () => (proxy = await openStandInCdn('surrogate-keys')))

  it('sends lifetime and keys to the CDN and unchanged headers to browsers', async () => {
    const id = await insertProduct(site.test.db)
    const { headers } = await site.test.app.request(`/products/${id}`)
    expect(headers.get('surrogate-key')).toBe(`site product-${id} seller-${PEOPLE.ama.id}`)
    expect(headers.get('surrogate-control')).toBe('max-age=60, stale-while-revalidate=30')
    expect(headers.get('cache-control')).toBe('public, no-cache')
    expect((await site.test.app.request('/products')).headers.get('surrogate-key')).toBe('site lists')
  })

  it('retries a refused purge and counts it', async () => {
    const id = await insertProduct(site.test.db)
    await site.read(`/api/products/${id}`)
    const before = await failures(site.test)
    proxy.refusesPurges(true)
    await setStatus(await signIn(site.test, 'ama'), id, { status: 'reserved', buyerId: null })
    await expect.poll(() => failures(site.test)).toBeGreaterThan(before)
    expect(await site.read(`/api/products/${id}`)).toMatchObject({ isHit: true })
    proxy.refusesPurges(false)
    await expect
      .poll(async () => {
        // Otherwise the retry waits for the next poll of the queue.
        await site.test.jobs.settled()
        return (await site.read(`/api/products/${id}`)).text
      })
      .toContain('"status":"reserved"')
  })
})

describe('a site behind a CDN with cache tags', () => {
  itIsPurged('cache-tags', () => openStandInCdn('cache-tags'))
})

describe('a site without a CDN', () => {
  const test = setUp(() => createTestApp({ pages: apiPages }))
  beforeAll(() => insertAccounts(test.db))

  it('adds no header or job to any request', async () => {
    const id = await insertProduct(test.db)
    for (const path of [
      `/products/${id}`,
      `/api/products/${id}`,
      '/products',
      '/api/categories',
      '/sitemap.xml',
    ]) {
      const plain = await test.app.request(path)
      expect(sharedOf(plain)).toEqual([])
      const withCookie = await test.app.request(path, { headers: { cookie: 'any=1' } })
      expect(withCookie.headers.get('cache-control')).toBe(plain.headers.get('cache-control'))
    }
    await setStatus(await signIn(test, 'ama'), id, { status: 'sold', buyerId: null })
    const { rows } = await sql`select 1 from pgboss.job where name = 'purge-cdn'`.execute(test.db)
    expect(rows).toEqual([])
  })
})

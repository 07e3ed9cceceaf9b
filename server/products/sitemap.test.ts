import { beforeEach, describe, expect, it } from 'vitest'
import { createCategoryCache } from '#server/catalog/category-cache.ts'
import { createTestApp } from '#testing/app.ts'
import { createBareApp, type Injected } from '#testing/injected.ts'
import { PEOPLE } from '#testing/accounts/people.ts'
import { insertProduct } from '#testing/market/products.ts'
import { setUp } from '#testing/set-up.ts'
import { addSitemap } from './sitemap-routes.ts'
import { createSitemap, sitemapFile } from './sitemap-service.ts'

const PUBLIC_URL = 'http://localhost:3000'

const market = setUp(createTestApp)
beforeEach(async () => {
  await market.db.deleteFrom('products').execute()
})

const locations = (xml: string) =>
  [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1]?.replace(PUBLIC_URL, '') ?? '')

async function read(app: Injected, path: string) {
  const reply = await app.request(path)
  expect([path, reply.status, reply.headers.get('Content-Type')]).toEqual([
    path,
    200,
    'application/xml; charset=utf-8',
  ])
  return reply.text()
}

async function insertMany(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let day = 1; day <= count; day += 1) {
    ids.push(await insertProduct(market.db, { created_at: `2026-01-0${day}T00:00:00Z` }))
  }
  return ids
}

async function splitSite(productsPerFile: number, now = () => 0) {
  const app = await createBareApp()
  const categoryCache = createCategoryCache(market.db, Date.now)
  const site = { publicUrl: PUBLIC_URL }
  const changes = { announce: async () => undefined, onChange: () => undefined }
  addSitemap(app, { longReads: market.db, categoryCache, changes, site }, { productsPerFile, now })
  return app
}

describe('the sitemap of a small market', () => {
  it('is one file with pages, categories, sellers and unsold products with their dates', async () => {
    const phone = await insertProduct(market.db, { updated_at: '2026-03-04T23:59:59Z' })
    const reserved = await insertProduct(market.db, { status: 'reserved' })
    const hidden = [
      await insertProduct(market.db, { status: 'sold' }),
      await insertProduct(market.db, { status: 'draft' }),
    ]

    const xml = await read(market.app, '/sitemap.xml')
    expect(xml).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns="[^"]+">/)
    const listed = locations(xml)
    expect(listed).toEqual(
      expect.arrayContaining(['/', '/products', '/help', '/cookies', '/products?category=mobile']),
    )
    expect(listed).toEqual(expect.arrayContaining([`/products/${phone}`, `/products/${reserved}`]))
    expect(listed.filter((path) => path.startsWith('/sellers/'))).toHaveLength(1)
    for (const id of hidden) expect(xml).not.toContain(id)
    expect(xml).toContain(
      `<url><loc>${PUBLIC_URL}/products/${phone}</loc><lastmod>2026-03-04</lastmod></url>`,
    )
    expect(new Set(listed).size).toBe(listed.length)
  })

  it('has its pages but no product file if there are no products', async () => {
    const app = await splitSite(3)
    expect(locations(await read(app, '/sitemap.xml'))).toContain('/products')
    expect((await app.request('/sitemaps/products-1.xml')).status).toBe(404)
  })

  it('is cached for ten minutes and not sent twice', async () => {
    const first = await market.app.request('/sitemap.xml')
    expect(first.headers.get('Cache-Control')).toBe('public, max-age=600')
    const headers = { 'If-None-Match': first.headers.get('ETag') ?? '' }
    expect((await market.app.request('/sitemap.xml', { headers })).status).toBe(304)
  })
})

describe('the sitemap of a market larger than one file', () => {
  it('has an index of files with every unsold product once, oldest first', async () => {
    const ids = await insertMany(7)
    await insertProduct(market.db, { status: 'sold', created_at: '2026-01-02T12:00:00Z' })
    const app = await splitSite(3)

    const index = await read(app, '/sitemap.xml')
    expect(index).toContain('<sitemapindex ')
    expect(locations(index)).toEqual([
      '/sitemaps/pages.xml',
      '/sitemaps/sellers.xml',
      '/sitemaps/products-1.xml',
      '/sitemaps/products-2.xml',
      '/sitemaps/products-3.xml',
    ])
    const [pages = '', sellers = '', ...files] = await Promise.all(
      locations(index).map((path) => read(app, path)),
    )
    expect(locations(pages)).toContain('/help')
    expect(locations(sellers)).toEqual([`/sellers/${PEOPLE.ama.id}`])
    expect(files.map((xml) => locations(xml).length)).toEqual([3, 3, 1])
    expect(files.flatMap(locations)).toEqual(ids.map((id) => `/products/${id}`))
  })

  it('splits products of the same instant without losing any', async () => {
    for (let number = 0; number < 5; number += 1)
      await insertProduct(market.db, { created_at: '2026-01-01T00:00:00Z' })
    const app = await splitSite(2)
    const files = await Promise.all([1, 2, 3].map((file) => read(app, `/sitemaps/products-${file}.xml`)))
    expect(new Set(files.flatMap(locations)).size).toBe(5)
  })

  it('has no other files', async () => {
    await insertMany(7)
    const app = await splitSite(3)
    for (const name of [
      'products-0',
      'products-4',
      'products-99999999999999999999',
      'products--1',
      'other',
    ]) {
      expect([name, (await app.request(`/sitemaps/${name}.xml`)).status]).toEqual([name, 404])
    }
  })

  it('is recounted after ten minutes', async () => {
    let minutes = 0
    const categoryCache = createCategoryCache(market.db, Date.now)
    const now = () => minutes * 60_000
    const ctx = { longReads: market.db, categoryCache, publicUrl: PUBLIC_URL }
    const sitemap = createSitemap(ctx, { productsPerFile: 3, now })
    await insertMany(3)
    expect(await sitemapFile(sitemap, '/sitemap.xml')).toContain('<urlset ')
    await insertProduct(market.db)
    minutes = 9
    expect(await sitemapFile(sitemap, '/sitemap.xml')).toContain('<urlset ')
    minutes = 10
    expect(await sitemapFile(sitemap, '/sitemap.xml')).toContain('<sitemapindex ')
  })
})

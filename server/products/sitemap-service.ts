import { pageEntries } from '#contract/pages.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { selectSitemapProducts, selectSitemapStarts, type SitemapStart } from './sitemap-queries.ts'

export interface SitemapService {
  /** The whole site in one file, or an index of files when the market has more products than one file takes. */
  root(): Promise<string>
  pages(): Promise<string>
  /** Files count from 1; refused with `not-found` beyond the last. */
  products(file: number): Promise<string>
}

/** The protocol allows 50,000; smaller files are ready sooner. */
const PRODUCTS_PER_FILE = 10_000
export const SITEMAP_FRESH_MILLISECONDS = 10 * 60_000

const paths = pageEntries.flatMap(([path, { isInSitemap }]) => (isInSitemap ? [path] : []))

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const urlset = (urls: string[]) => `${XML}<urlset ${NAMESPACE}>\n${urls.join('\n')}\n</urlset>\n`
const url = (address: string) => `<url><loc>${address}</loc></url>`

export function sitemapService(options: {
  db: Database
  categoryCache: Context['categoryCache']
  publicUrl: string
  productsPerFile?: number
  now?: () => number
}): SitemapService {
  const { db, categoryCache, publicUrl, productsPerFile = PRODUCTS_PER_FILE, now = Date.now } = options
  let known: { at: number; starts: Promise<SitemapStart[]> } | undefined

  function starts(): Promise<SitemapStart[]> {
    if (known && now() - known.at < SITEMAP_FRESH_MILLISECONDS) return known.starts
    const asked = { at: now(), starts: selectSitemapStarts(db, productsPerFile) }
    known = asked
    asked.starts.catch(() => {
      if (known === asked) known = undefined
    })
    return asked.starts
  }

  async function productUrls(start: SitemapStart): Promise<string[]> {
    const rows = await selectSitemapProducts(db, start, productsPerFile)
    return rows.map(
      ({ id, updated_at }) =>
        `<url><loc>${publicUrl}/products/${id}</loc><lastmod>${updated_at.slice(0, 10)}</lastmod></url>`,
    )
  }

  async function pageUrls(): Promise<string[]> {
    const categories = (await categoryCache.get()).map(({ id }) => `/products?category=${id}`)
    return [...paths, ...categories].map((path) => url(publicUrl + path))
  }

  return {
    async root() {
      const [first, ...others] = await starts()
      if (!first) return urlset(await pageUrls())
      if (others.length === 0) return urlset([...(await pageUrls()), ...(await productUrls(first))])
      const names = ['pages', ...[first, ...others].map((_, index) => `products-${index + 1}`)]
      const files = names.map((name) => `<sitemap><loc>${publicUrl}/sitemaps/${name}.xml</loc></sitemap>`)
      return `${XML}<sitemapindex ${NAMESPACE}>\n${files.join('\n')}\n</sitemapindex>\n`
    },
    pages: async () => urlset(await pageUrls()),
    async products(file) {
      const start = (await starts())[file - 1]
      if (!start) throw new AppError('not-found')
      return urlset(await productUrls(start))
    },
  }
}

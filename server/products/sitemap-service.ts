import { pageEntries } from '#contract/pages.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import type { Context } from '#server/context.ts'
import { createLoadingCache, type LoadingCache } from '#server/platform/cache/loading-cache.ts'
import {
  selectSitemapProducts,
  selectSitemapSellers,
  selectSitemapStarts,
  type SitemapStart,
} from './sitemap-queries.ts'

/** The protocol allows 50,000; smaller files are ready sooner. */
const PRODUCTS_PER_FILE = 10_000
/** Sellers in their single file. */
const SELLERS_MAX = 50_000
export const SITEMAP_FRESH_MILLISECONDS = 10 * 60_000

/** Pages for everyone that a menu at the top or the bottom of each page lists. */
const paths = pageEntries.flatMap(([path, { access, menus }]) =>
  access === 'everyone' && (menus?.header || menus?.footer) ? [path] : [],
)

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const urlset = (urls: string[]) => `${XML}<urlset ${NAMESPACE}>\n${urls.join('\n')}\n</urlset>\n`
const url = (address: string) => `<url><loc>${address}</loc></url>`

export interface Sitemap extends Pick<Context, 'longReads' | 'categoryCache'> {
  publicUrl: string
  /** Starts of the files of products. */
  starts: LoadingCache<SitemapStart[]>
  productsPerFile: number
}

/** Only tests change the options. */
export const createSitemap = (
  ctx: Pick<Sitemap, 'longReads' | 'categoryCache' | 'publicUrl'>,
  { productsPerFile = PRODUCTS_PER_FILE, now }: { productsPerFile?: number; now?: () => number } = {},
): Sitemap => ({
  ...ctx,
  starts: createLoadingCache({ max: 1, freshMs: SITEMAP_FRESH_MILLISECONDS, now }),
  productsPerFile,
})

const startsOf = ({ longReads, starts, productsPerFile }: Sitemap) =>
  starts.get('all', () => selectSitemapStarts(longReads, productsPerFile))

async function productUrls({ longReads, publicUrl, productsPerFile }: Sitemap, start: SitemapStart) {
  const rows = await selectSitemapProducts(longReads, start, productsPerFile)
  return rows.map(
    ({ id, updated_at }) =>
      `<url><loc>${publicUrl}/products/${id}</loc><lastmod>${updated_at.slice(0, 10)}</lastmod></url>`,
  )
}

async function pageUrls({ categoryCache, publicUrl }: Sitemap) {
  const categories = (await categoryCache.get()).map(({ id }) => `/products?category=${id}`)
  return [...paths, ...categories].map((path) => url(publicUrl + path))
}

async function sellerUrls({ longReads, publicUrl }: Sitemap) {
  const ids = await selectSitemapSellers(longReads, SELLERS_MAX)
  return ids.map((id) => url(`${publicUrl}/sellers/${id}`))
}

/** The whole site in one file, or an index of files if one file cannot contain all products. */
async function rootFile(sitemap: Sitemap): Promise<string> {
  const { publicUrl } = sitemap
  const [first, ...others] = await startsOf(sitemap)
  if (!first) return urlset(await pageUrls(sitemap))
  if (others.length === 0)
    return urlset([
      ...(await pageUrls(sitemap)),
      ...(await sellerUrls(sitemap)),
      ...(await productUrls(sitemap, first)),
    ])
  const names = ['pages', 'sellers', ...[first, ...others].map((_, index) => `products-${index + 1}`)]
  const files = names.map((name) => `<sitemap><loc>${publicUrl}/sitemaps/${name}.xml</loc></sitemap>`)
  return `${XML}<sitemapindex ${NAMESPACE}>\n${files.join('\n')}\n</sitemapindex>\n`
}

/** Files of products count from 1. Throws `not-found` beyond the last. */
export async function sitemapFile(sitemap: Sitemap, path: string): Promise<string> {
  if (path === '/sitemap.xml') return rootFile(sitemap)
  if (path === '/sitemaps/pages.xml') return urlset(await pageUrls(sitemap))
  if (path === '/sitemaps/sellers.xml') return urlset(await sellerUrls(sitemap))
  const start = (await startsOf(sitemap))[Number(path.replace(/\D/g, '')) - 1]
  if (!start) throw new AppError('not-found')
  return urlset(await productUrls(sitemap, start))
}

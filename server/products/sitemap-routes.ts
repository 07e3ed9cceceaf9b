import type { Context, Hono } from 'hono'
import { encodedReply } from '#server/http/encoded-reply.ts'
import { pageCache } from '#server/http/page-cache.ts'
import { SITEMAP_FRESH_MILLISECONDS, type SitemapService } from './sitemap-service.ts'

/** A file of 10,000 products weighs 2 MB in its three encodings. */
const MOST_FILES_KEPT = 12

const HEADERS = { contentType: 'application/xml; charset=utf-8', cacheControl: 'public, max-age=600' }

export function sitemapRoutes(app: Hono, sitemap: SitemapService): void {
  function textAt(path: string): Promise<string> {
    if (path === '/sitemap.xml') return sitemap.root()
    if (path === '/sitemaps/pages.xml') return sitemap.pages()
    return sitemap.products(Number(path.replace(/\D/g, '')))
  }
  const cache = pageCache({
    render: async (path) => ({ status: 200, html: await textAt(path) }),
    freshMilliseconds: SITEMAP_FRESH_MILLISECONDS,
    staleMilliseconds: 2 * SITEMAP_FRESH_MILLISECONDS,
    maxPages: MOST_FILES_KEPT,
  })
  const serve = async (c: Context) => encodedReply(c, await cache.get(c.req.path), HEADERS)

  app.get('/sitemap.xml', serve)
  app.get('/sitemaps/pages.xml', serve)
  app.get('/sitemaps/:file{products-[1-9][0-9]*\\.xml}', serve)
}

import type { Context as HttpContext, Hono } from 'hono'
import type { Context } from '#server/context.ts'
import { acceptedEncoding } from '#server/platform/http/files/content-encoding.ts'
import { bodyIn, encodedReply } from '#server/platform/http/files/encoded-reply.ts'
import { pageCache } from '#server/platform/http/pages/page-cache.ts'
import { openStandIns } from '#server/platform/stand-ins/stand-ins.ts'
import { LISTS_KEY } from '#server/platform/http/cdn/keys.ts'
import { noteKeys } from '#server/platform/http/cdn/share.ts'
import { createSitemap, SITEMAP_FRESH_MILLISECONDS, sitemapFile } from './sitemap-service.ts'

/** A file of 10,000 products weighs 2 MB in its three encodings. */
const MOST_FILES_CACHED = 12

/** While the database is away. */
const STAND_IN_MILLISECONDS = 24 * 60 * 60_000

const HEADERS = { contentType: 'application/xml; charset=utf-8', cacheControl: 'public, max-age=600' }

interface SitemapDeps extends Pick<Context, 'longReads' | 'categoryCache' | 'changes' | 'telemetry'> {
  site: { publicUrl: string }
}

/** Only tests change the options. */
export function mountSitemap(
  app: Hono,
  { longReads, categoryCache, changes, site, telemetry }: SitemapDeps,
  options?: Parameters<typeof createSitemap>[1],
): void {
  const sitemap = createSitemap({ longReads, categoryCache, publicUrl: site.publicUrl }, options)
  const cache = pageCache({
    telemetry,
    render: async (path) => ({ status: 200, html: await sitemapFile(sitemap, path) }),
    freshMilliseconds: SITEMAP_FRESH_MILLISECONDS,
    staleMilliseconds: 2 * SITEMAP_FRESH_MILLISECONDS,
    standIns: openStandIns({ maxAgeMs: STAND_IN_MILLISECONDS }),
    build: '',
    maxPages: MOST_FILES_CACHED,
  })
  const serve = async (c: HttpContext) => {
    const file = await cache.get(c.req.path)
    await bodyIn(file, acceptedEncoding(c.req.header('accept-encoding')))
    noteKeys(c, [LISTS_KEY])
    return encodedReply(c, file, HEADERS)
  }

  changes.onChange((change) => change === 'withheld' && cache.clear())

  app.get('/sitemap.xml', serve)
  app.get('/sitemaps/pages.xml', serve)
  app.get('/sitemaps/sellers.xml', serve)
  app.get('/sitemaps/:file{products-[1-9][0-9]*\\.xml}', serve)
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '#server/context.ts'
import { LISTS_KEY } from '#server/platform/http/cdn/keys.ts'
import { contentOf, type ReadyReply, writeReady } from '#server/platform/http/reply.ts'
import { createStandInCache } from '#server/platform/http/stand-ins/stand-in-cache.ts'
import { openStandIns } from '#server/platform/http/stand-ins/stand-ins.ts'
import { createSitemap, SITEMAP_FRESH_MILLISECONDS, sitemapFile } from './sitemap-service.ts'

/** A file of 10,000 products weighs 2 MB in its three encodings. */
const FILES_CACHED_MAX = 12

/** Maximum age while the database is unavailable. */
const STAND_IN_MILLISECONDS = 24 * 60 * 60_000

const HEADERS = {
  'content-type': 'application/xml; charset=utf-8',
  'cache-control': 'public, max-age=600',
  vary: 'Accept-Encoding',
}

interface SitemapDeps extends Pick<Context, 'longReads' | 'categoryCache' | 'changes'> {
  site: { publicUrl: string }
}

const fileOf = (text: string): ReadyReply => ({
  status: 200,
  headers: HEADERS,
  keys: [LISTS_KEY],
  content: contentOf(text, true),
})

/** Only tests change the options. */
export function addSitemap(
  app: FastifyInstance,
  { longReads, categoryCache, changes, site }: SitemapDeps,
  options?: Parameters<typeof createSitemap>[1],
): void {
  const sitemap = createSitemap({ longReads, categoryCache, publicUrl: site.publicUrl }, options)
  const files = createStandInCache<ReadyReply, never>({
    max: FILES_CACHED_MAX,
    freshMs: SITEMAP_FRESH_MILLISECONDS,
    staleMs: () => SITEMAP_FRESH_MILLISECONDS,
    standIns: openStandIns({ maxAgeMs: STAND_IN_MILLISECONDS }),
    name: '',
    toContent: ({ content }) => content.bodies.identity.toString(),
    fromContent: (text) => fileOf(text as string),
  })
  const serve = async ({ params, routeOptions }: FastifyRequest, reply: FastifyReply) => {
    const { file } = params as { file?: string }
    const path = file === undefined ? (routeOptions.url ?? '') : `/sitemaps/${file}`
    const { value, staleSeconds } = await files.get(path, async () =>
      fileOf(await sitemapFile(sitemap, path)),
    )
    return writeReady(reply, value, staleSeconds)
  }

  changes.onChange((change) => change === 'withheld' && files.clear())

  app.get('/sitemap.xml', serve)
  app.get('/sitemaps/pages.xml', serve)
  app.get('/sitemaps/sellers.xml', serve)
  app.get('/sitemaps/:file(^products-[1-9][0-9]*\\.xml$)', serve)
}

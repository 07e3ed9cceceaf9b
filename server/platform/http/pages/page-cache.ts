import { createLoadingCache } from '#server/platform/cache/loading-cache.ts'
import type { Telemetry } from '#server/platform/metrics/telemetry.ts'
import { outageOf } from '#server/platform/errors/outage.ts'
import type { PublishedProduct } from './public-changes.ts'
import { type EncodedText, encodedText } from '#server/platform/http/files/encoded-reply.ts'

/** A page as it is cached, with the content security policy that fits it; there is none while developing. */
interface PreparedPage {
  status: number
  html: string
  policy?: string
  /** By which a CDN finds it. */
  keys?: readonly string[]
}

export interface CachedPage extends EncodedText {
  status: number
  policy: string | undefined
  keys: readonly string[]
  /** Age of a page that stands in for one which cannot be made now. */
  staleSeconds?: number
}

export interface PageCache {
  get(key: string): Promise<CachedPage>
  /** The page, if there is one that need not be made anew. */
  fresh(key: string): CachedPage | undefined
  /** From now on the next visitor of each page, or of those that may have a new product, has it rendered anew. */
  clear(product?: PublishedProduct): void
}

interface PageCacheOptions {
  telemetry: Pick<Telemetry, 'pageAnswers'>
  render: (key: string) => Promise<PreparedPage>
  freshMilliseconds: number
  staleMilliseconds: number
  /** How old a page may be that stands in while none can be made. */
  standInMilliseconds: number
  maxPages: number
  mayHave?: (key: string, product: PublishedProduct) => boolean
  /** Before which `clear` was given every change (see LoadingCache). */
  confirmed?: { at: () => number; forMs: number }
  now?: () => number
}

/** For so long after a failure, pages that have a stand-in are not rendered. */
const OUTAGE_MILLISECONDS = 5000

const UNAVAILABLE = 503

/**
 * Anonymous pages, rendered once and compressed once in each encoding. Only successes are stored. While a page cannot be rendered, such as
 * when the database is away, the old one stands in, also one that `clear` has outdated.
 */
export function pageCache(options: PageCacheOptions): PageCache {
  const { telemetry, now = Date.now } = options
  const pages = createLoadingCache<CachedPage, PublishedProduct>({
    max: options.maxPages,
    freshMs: options.freshMilliseconds,
    staleMs: options.staleMilliseconds - options.freshMilliseconds,
    isStored: ({ status }) => status === 200,
    mayOutdate: options.mayHave,
    confirmed: options.confirmed,
    now,
  })
  let retryAt = 0
  const render = (key: string) =>
    pages.renew(key, async () => {
      const { status, html, policy, keys = [] } = await options.render(key)
      const page: CachedPage = { status, policy, keys, ...encodedText(html) }
      // It is gone, so the old one must not stand in later.
      if (page.status !== 200 && page.status < 500) pages.delete(key)
      return page
    })

  async function renderIfPossible(key: string): Promise<CachedPage | undefined> {
    if (now() < retryAt) return undefined
    try {
      const page = await render(key)
      if (page.status !== UNAVAILABLE) return page
    } catch (error) {
      if (!outageOf(error)) throw error
    }
    retryAt = now() + OUTAGE_MILLISECONDS
    return undefined
  }

  return {
    async get(key) {
      const stored = pages.find(key)
      if (!stored || stored.ageMs >= options.standInMilliseconds) {
        telemetry.pageAnswers.rendered.count += 1
        return render(key)
      }
      if (stored.state === 'expired') {
        const rendered = await renderIfPossible(key)
        telemetry.pageAnswers[rendered ? 'rendered' : 'standIn'].count += 1
        return rendered ?? { ...stored.value, staleSeconds: Math.floor(stored.ageMs / 1000) }
      }
      // A failed renewal leaves the stale page in place; the renderer has logged why.
      telemetry.pageAnswers[stored.state].count += 1
      if (stored.state === 'stale') render(key).catch(() => undefined)
      return stored.value
    },
    fresh(key) {
      const stored = pages.find(key)
      return stored?.state === 'fresh' ? stored.value : undefined
    },
    clear(product) {
      pages.clear(product)
      retryAt = 0
    },
  }
}

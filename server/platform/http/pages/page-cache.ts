import type { Telemetry } from '#server/platform/metrics/telemetry.ts'
import type { PublishedProduct } from './public-changes.ts'
import type { StandIns } from '#server/platform/stand-ins/stand-ins.ts'
import { createStandingCache } from '#server/platform/stand-ins/standing-cache.ts'
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
  standIns: StandIns
  /** Distinguishes these pages from those of other builds. */
  build: string
  maxPages: number
  mayHave?: (key: string, product: PublishedProduct) => boolean
  /** Before which `clear` was given every change (see LoadingCache). */
  confirmed?: { at: () => number; forMs: number }
  now?: () => number
}

const UNAVAILABLE = 503

const preparedPage = ({ status, html, policy, keys = [] }: PreparedPage): CachedPage => ({
  status,
  policy,
  keys,
  ...encodedText(html),
})

/**
 * Anonymous pages, rendered once and compressed once in each encoding. Only successes are stored. While a page cannot be rendered, such as
 * when the database is away, the old one stands in, also one that `clear` has outdated.
 */
export function pageCache(options: PageCacheOptions): PageCache {
  const { telemetry, standIns, build, now } = options
  const pages = createStandingCache<CachedPage, PublishedProduct>({
    max: options.maxPages,
    freshMs: options.freshMilliseconds,
    staleMs: options.staleMilliseconds - options.freshMilliseconds,
    isStored: ({ status }) => status === 200,
    isUnavailable: ({ status }) => status === UNAVAILABLE,
    isGone: ({ status }) => status !== 200 && status < 500,
    mayOutdate: options.mayHave,
    confirmed: options.confirmed,
    standIns,
    name: `page ${build} `,
    toContent: ({ status, policy, keys, bodies }): PreparedPage => ({
      status,
      policy,
      keys,
      html: bodies.identity.toString(),
    }),
    fromContent: (content) => preparedPage(content as PreparedPage),
    now,
  })

  return {
    async get(key) {
      const found = await pages.get(key, async () => preparedPage(await options.render(key)))
      telemetry.pageAnswers[found.how === 'loaded' ? 'rendered' : found.how].count += 1
      return { ...found.value, staleSeconds: found.staleSeconds }
    },
    fresh: pages.fresh,
    clear: pages.clear,
  }
}

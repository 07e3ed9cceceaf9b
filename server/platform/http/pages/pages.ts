import type { IncomingMessage } from 'node:http'
import type { Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { SiteNotice } from '#contract/operations/site-notice.ts'
import type { PublicConfig } from '#contract/site.ts'
import type { PageAssets, PageCall, PageRenderer } from '#contract/rendering.ts'
import { staleHeaders } from '#contract/served-stale.ts'
import { openStandIns, type StandIns } from '#server/platform/stand-ins/stand-ins.ts'
import type { Telemetry } from '#server/platform/metrics/telemetry.ts'
import type { Log } from '#server/platform/process/log.ts'
import { asAppError } from '#server/platform/errors/outage.ts'
import { keysOfReply } from '#server/platform/http/cdn/reply-keys.ts'
import { noteKeys } from '#server/platform/http/cdn/share.ts'
import { acceptedEncoding } from '#server/platform/http/files/content-encoding.ts'
import { bodyIn } from '#server/platform/http/files/encoded-reply.ts'
import { etagMatches } from '#server/platform/http/files/etag.ts'
import { contentSecurityPolicy } from '#server/platform/http/headers.ts'
import { type CachedPage, pageCache, type PageCache } from './page-cache.ts'
import { pageOf } from './page-of.ts'
import type { PublishedProduct } from './public-changes.ts'
import { pageCacheControl, pageHeaders, policyHeader, type ReadyPages } from './ready-pages.ts'
import { requestIdOf } from '#server/platform/http/request-log.ts'
import { addressOf, hasSmallPictures, pageKey, wantsSmallPictures } from './small-pictures.ts'
import { CONFIRMED_MS, FRESH_MS } from '#server/platform/http/freshness.ts'
import { nameRoute } from '#server/platform/http/route-of.ts'

/** The web's built pages, or those of Vite in development. */
export interface WebPages {
  renderer(): Promise<PageRenderer>
  assets: PageAssets
  /** Last touch to the finished HTML (Vite's own scripts in development). */
  transform?: (path: string, html: string) => Promise<string>
  /** False while developing, when every visit shows the code as it stands. */
  cached: boolean
}

const LIFETIMES = { freshMilliseconds: FRESH_MS, staleMilliseconds: 60_000 }
const uncached = () => ({
  freshMilliseconds: 0,
  staleMilliseconds: 0,
  standIns: openStandIns({ maxAgeMs: 0 }),
})
const MAX_PAGES = 2_000

/** `advice` is plain text of ours. */
function plainFault(advice: string) {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Something went wrong</title><h1>Something went wrong</h1><p>${advice}</p><p><a href="/">Return to Home</a></p></html>`
}

/** Of this site, whatever slashes were requested: two at the beginning would name another. */
const plainAddress = ({ pathname, search }: URL) =>
  (pathname.replace(/\/+$/, '').replace(/^\/+/, '/') || '/') + search

/** The content security policy by the styles within a page, of which there are as many as kinds of pages. */
function policies(publicUrl: string, script: string | undefined) {
  const known = new Map<string | undefined, string>()
  return (styles: string | undefined): string => {
    const policy = known.get(styles) ?? contentSecurityPolicy(publicUrl, { script, styles })
    known.set(styles, policy)
    return policy
  }
}

async function pageReply(c: Context, page: CachedPage, isSmall: boolean) {
  if (page.status === 200) {
    for (const [name, value] of pageHeaders(page)) c.header(name, value)
    c.header('Cache-Control', pageCacheControl(isSmall))
    noteKeys(c, page.keys)
    const age = page.staleSeconds
    // As a 304 the mark would stay with the browser's own copy when the page is new again.
    if (age === undefined && etagMatches(c.req.header('if-none-match'), page.etag)) return c.body(null, 304)
    if (age !== undefined)
      for (const [name, value] of Object.entries(staleHeaders(age))) c.header(name, value)
  } else {
    c.header('Content-Type', 'text/html; charset=utf-8')
    c.header('Vary', 'Accept-Encoding')
    c.header('Cache-Control', 'no-store')
    for (const [name, value] of policyHeader(page)) c.header(name, value)
    if (page.status === 503) c.header('Retry-After', '2')
  }
  const encoding = acceptedEncoding(c.req.header('accept-encoding'))
  if (encoding !== 'identity') c.header('Content-Encoding', encoding)
  const body = (await bodyIn(page, encoding)) as string | Uint8Array<ArrayBuffer>
  return c.body(body, page.status as ContentfulStatusCode)
}

function faultReply(c: Context, error: unknown, log: Log): Response {
  const requestId = requestIdOf(c)
  const { code, message, retryAfterSeconds } = asAppError(error)
  c.header('Cache-Control', 'no-store')
  // Set already when the reply itself could not be made.
  c.header('Content-Encoding', undefined)
  if (code === 'fault') {
    log.error({ requestId, err: error }, 'page fault')
    return c.html(plainFault(`Please try again. If it happens again, quote ${requestId} to support.`), 500)
  }
  log.warn({ requestId, err: error }, 'outage')
  c.header('Retry-After', String(retryAfterSeconds))
  return c.html(plainFault(message), 503)
}

interface RenderingDeps {
  pages: WebPages
  call: PageCall
  config: PublicConfig
  notice: () => Promise<SiteNotice | null>
  now: () => number
}

/** Renders the page of a key. */
function pageRendering({ pages, call, config, notice, now }: RenderingDeps) {
  const policyOf = policies(config.publicUrl, pages.assets.starter)
  return async (key: string) => {
    const url = new URL(addressOf(key), config.publicUrl)
    const renderer = await pages.renderer()
    const { assets } = pages
    const keys = new Set<string>()
    const noted: PageCall = async (name, input) => {
      const reply = await call(name, input)
      if (reply.status === 200) for (const each of keysOfReply(name, input.params, reply.body)) keys.add(each)
      return reply
    }
    const page = await renderer.render({
      url,
      config,
      assets,
      call: noted,
      notice: await notice(),
      smallPictures: hasSmallPictures(key),
      now: now(),
    })
    const html = (await pages.transform?.(url.pathname, page.html)) ?? page.html
    const policy = pages.cached ? policyOf(page.inlineStyles) : undefined
    return { status: page.status, html, policy, keys: [...keys] }
  }
}

/**
 * Serves every address that is not a file or a call: one anonymous rendering per address, the same bytes for
 * everyone, and another for those who save data. Returns the cache, so that a change to public data can drop what it touches.
 */
export function mountPages(
  app: Hono,
  options: {
    pages: WebPages
    call: PageCall
    config: PublicConfig
    /** From memory. */
    notice?: () => Promise<SiteNotice | null>
    log: Log
    telemetry: Pick<Telemetry, 'pageAnswers'>
    ready?: ReadyPages
    standIns: StandIns
    mayHave?: (address: string, product: PublishedProduct) => boolean
    /** Before which `clear` was given every change. */
    confirmedAt?: () => number
    now?: () => number
  },
): PageCache {
  const { pages, log, ready, mayHave, confirmedAt, notice = async () => null, now = Date.now } = options
  const cache = pageCache({
    telemetry: options.telemetry,
    render: pageRendering({ ...options, notice, now }),
    ...(pages.cached ? { ...LIFETIMES, standIns: options.standIns } : uncached()),
    build: pages.assets.script,
    maxPages: MAX_PAGES,
    mayHave: mayHave && ((key, product) => mayHave(addressOf(key), product)),
    confirmed: confirmedAt && pages.cached ? { at: confirmedAt, forMs: CONFIRMED_MS } : undefined,
    now,
  })

  async function serve(c: Context) {
    const url = new URL(c.req.url)
    if (url.pathname.length > 1 && url.pathname.endsWith('/')) return c.redirect(plainAddress(url), 308)
    const route = pageOf(url.pathname)
    nameRoute(c, route)
    const isSmall = wantsSmallPictures(c.req.header())
    const key = pageKey((await pages.renderer()).canonicalPath(url), isSmall)
    const page = await cache.get(key)
    const address = (c.env as { incoming?: IncomingMessage } | undefined)?.incoming?.url
    // The page is that of Host and target together; under the target alone only what is its own is remembered.
    if (page.status === 200 && address === url.pathname + url.search)
      ready?.note(pageKey(address, isSmall), route, () => cache.fresh(key))
    return pageReply(c, page, isSmall)
  }

  app.get('*', async (c) => {
    try {
      return await serve(c)
    } catch (error) {
      return faultReply(c, error, log)
    }
  })
  // A form that the browser sent by itself, before the page was taken over: what it holds is read by nobody.
  app.post('*', async (c, next) => {
    if (!c.req.header('content-type')?.startsWith('application/x-www-form-urlencoded')) return next()
    return c.redirect(plainAddress(new URL(c.req.url)), 303)
  })
  return cache
}

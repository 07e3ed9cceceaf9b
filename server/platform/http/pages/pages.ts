import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SiteNotice } from '#contract/moderation/administration/site-notice.ts'
import type { PublicConfig } from '#contract/site.ts'
import type { PageAssets, PageCall, PageRenderer } from '#contract/rendering/rendering.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { asAppError } from '#server/platform/errors/outage.ts'
import { keysOfReply } from '#server/platform/http/cdn/reply-keys.ts'
import { contentSecurityPolicy, POLICY_HEADER } from '#server/platform/http/headers.ts'
import type { RequestLoad } from '#server/platform/http/limits/overload.ts'
import type { ReadyReplies } from '#server/platform/http/ready-replies.ts'
import { contentOf, type ReadyReply, writeReady } from '#server/platform/http/reply.ts'
import type { Log } from '#server/platform/process/log.ts'
import { pageOf } from './page-of.ts'
import { ownAddress, plainAddress } from './own-address.ts'
import { addressOf, hasSmallPictures, pageKey, wantsSmallPictures } from './small-pictures.ts'

/** The web's built pages, or those of Vite in development. */
export interface WebPages {
  renderer(): Promise<PageRenderer>
  assets: PageAssets
  /** Adds Vite's own scripts to the HTML in development. */
  transform?: (path: string, html: string) => Promise<string>
  /** False in development, where every visit shows the current code. */
  cached: boolean
}

/** `advice` is our own plain text, so it is not escaped. */
function plainFault(advice: string) {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Something went wrong</title><h1>Something went wrong</h1><p>${advice}</p><p><a href="/">Return to Home</a></p></html>`
}

/** Content security policies by a page's inline styles; there are as many as kinds of pages. */
function policies(publicUrl: string, script: string | undefined) {
  const known = new Map<string | undefined, string>()
  return (styles: string | undefined): string => {
    const policy = known.get(styles) ?? contentSecurityPolicy(publicUrl, { script, styles })
    known.set(styles, policy)
    return policy
  }
}

interface PageHead {
  status: number
  policy: string | undefined
  isSmall: boolean
}

/** A CDN may ignore `Vary`, so pages with small pictures are private. */
function headersOf({ status, policy, isSmall }: PageHead): Record<string, string> {
  const html = { 'content-type': 'text/html; charset=utf-8', ...(policy && { [POLICY_HEADER]: policy }) }
  if (status === 200)
    return {
      ...html,
      vary: 'Accept-Encoding, Save-Data',
      'cache-control': `${isSmall ? 'private' : 'public'}, no-cache`,
    }
  const retry = status === 503 ? { 'retry-after': '2' } : undefined
  return { ...html, vary: 'Accept-Encoding', 'cache-control': 'no-store', ...retry }
}

function writeFault(reply: FastifyReply, error: unknown, log: Log): string {
  const requestId = reply.request.id
  const { code, message, retryAfterSeconds } = asAppError(error)
  reply.headers({ 'content-type': 'text/html; charset=UTF-8', 'cache-control': 'no-store' })
  // The header may already be set if the reply failed halfway.
  reply.removeHeader('content-encoding')
  if (code === 'fault') {
    log.error({ requestId, err: error }, 'fault of a page')
    reply.code(500)
    return plainFault(`Please try again. If it happens again, give support this reference: ${requestId}`)
  }
  log.warn({ requestId, err: error }, 'outage')
  reply.code(503).header('retry-after', String(retryAfterSeconds))
  return plainFault(message)
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
  return async (key: string): Promise<ReadyReply> => {
    const url = new URL(addressOf(key), config.publicUrl)
    const isSmall = hasSmallPictures(key)
    const renderer = await pages.renderer()
    const { assets } = pages
    const keys = new Set<string>()
    const recordingCall: PageCall = async (name, input) => {
      const reply = await call(name, input)
      if (reply.status === 200) for (const each of keysOfReply(name, input.params, reply.body)) keys.add(each)
      return reply
    }
    const page = await renderer.render({
      url,
      config,
      assets,
      call: recordingCall,
      notice: await notice(),
      smallPictures: isSmall,
      now: now(),
    })
    const html = (await pages.transform?.(url.pathname, page.html)) ?? page.html
    const policy = pages.cached ? policyOf(page.inlineStyles) : undefined
    const { status } = page
    return {
      status,
      headers: headersOf({ status, policy, isSmall }),
      keys: [...keys],
      content: contentOf(html, true),
    }
  }
}

interface PagesOptions extends RenderingDeps {
  replies: ReadyReplies
  load: RequestLoad
  log: Log
}

type ServePage = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

function pageServing({ pages, config, replies, ...deps }: PagesOptions): ServePage {
  const render = pageRendering({ pages, config, ...deps })
  return async (request, reply) => {
    // The address is not resolved relative to the site's, because two slashes at the beginning would name another
    // host.
    const url = new URL(config.publicUrl + request.url)
    const moved = ownAddress(url)
    if (moved) return reply.redirect(moved.address, moved.status)
    const route = pageOf(url.pathname)
    request.countedAs = route
    const isSmall = wantsSmallPictures(request.headers)
    const key = pageKey((await pages.renderer()).canonicalPath(url), isSmall)
    if (!pages.cached) return writeReady(reply, await render(key))
    const page = await replies.getPage(key, () => render(key))
    // Only addresses that parsing leaves unchanged are remembered.
    if (page.value.status === 200 && request.url === url.pathname + url.search)
      replies.notePage(pageKey(request.url, isSmall), { key, route })
    return writeReady(reply, page.value, page.value.status === 200 ? page.staleSeconds : undefined)
  }
}

const isForm = ({ method, headers }: FastifyRequest) =>
  method === 'POST' && headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true

/**
 * Serves every address that is not a file or a call. Each address has one anonymous rendering for everyone, and
 * another for people who save data.
 */
export function createPages(options: PagesOptions): ServePage {
  const { config, load, log } = options
  const servePage = pageServing(options)
  return async (request, reply) => {
    // The browser sent a form itself, before the page's script had started. Its content is ignored.
    if (isForm(request)) return reply.redirect(plainAddress(new URL(config.publicUrl + request.url)), 303)
    if (!['GET', 'HEAD'].includes(request.method)) throw new AppError('not-found')
    try {
      return await load.run(() => servePage(request, reply))
    } catch (error) {
      if (error instanceof AppError && error.code === 'overloaded') throw error
      return writeFault(reply, error, log)
    }
  }
}

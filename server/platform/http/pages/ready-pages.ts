import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Telemetry } from '#server/platform/metrics/telemetry.ts'
import { acceptedEncoding } from '#server/platform/http/files/content-encoding.ts'
import { type Share, toNobody } from '#server/platform/http/cdn/share.ts'
import { etagMatches } from '#server/platform/http/files/etag.ts'
import type { CachedPage } from './page-cache.ts'
import { POLICY_HEADER } from '#server/platform/http/headers.ts'
import { pageKey, wantsSmallPictures } from './small-pictures.ts'
import { logRequest, type RequestLogDeps } from '#server/platform/http/request-log.ts'

/** Addresses remembered; of one page there may be many, since what they add to its own is for anyone to choose. */
const MOST_ADDRESSES = 4_000
const LONGEST_ADDRESS = 500

export interface ReadyPages {
  /**
   * A browser requested this address (see `pageKey`) and got a page; `fresh` finds that page as long as it need not be made anew, and
   * `route` is what it is counted under.
   */
  note(address: string, route: string, fresh: () => CachedPage | undefined): void
  /** Answers if the page lies ready, and says whether it did. */
  answer(request: IncomingMessage, response: ServerResponse): boolean
}

/** In place of that of every other reply. */
export const policyHeader = ({ policy }: CachedPage): [name: string, value: string][] =>
  policy ? [[POLICY_HEADER, policy]] : []

/** A CDN may ignore `Vary`; what has small pictures is for one browser alone. */
export const pageCacheControl = (isSmall: boolean): string => `${isSmall ? 'private' : 'public'}, no-cache`

/** Headers of a page that was found, beside those of every reply and of caches. */
export const pageHeaders = (page: CachedPage): [name: string, value: string][] => [
  ['Content-Type', 'text/html; charset=utf-8'],
  ['Vary', 'Accept-Encoding, Save-Data'],
  ['ETag', page.etag],
  ...policyHeader(page),
]

interface ReadyPagesOptions extends RequestLogDeps {
  telemetry: RequestLogDeps['telemetry'] & Pick<Telemetry, 'pageAnswers'>
  headers: [string, string][]
  share?: Share
}

/**
 * Pages that lie ready in the cache go out before the framework sees the request, whose way through it costs several
 * times what they do. Headers and the line in the log are those of the other way, which a test compares.
 */
export function readyPages(options: ReadyPagesOptions): ReadyPages {
  const { headers, telemetry, share = toNobody } = options
  const pages = new Map<string, { route: string; fresh: () => CachedPage | undefined }>()
  const sharedHeaders = headers.filter(([name]) => name !== POLICY_HEADER).flat()

  return {
    note(address, route, fresh) {
      if (address.length > LONGEST_ADDRESS) return
      if (pages.size >= MOST_ADDRESSES) pages.clear()
      pages.set(address, { route, fresh })
    },
    answer(request, response) {
      const { method, url = '' } = request
      const isSmall = wantsSmallPictures(request.headers)
      const known = method === 'GET' ? pages.get(pageKey(url, isSmall)) : undefined
      const page = known?.fresh()
      const encoding = acceptedEncoding(request.headers['accept-encoding'])
      const body = page?.bodies[encoding]
      if (!known || !page || body === undefined) return false
      telemetry.pageAnswers.ready.count += 1
      const started = performance.now()
      const requestId = randomUUID()
      const shared = share(request.headers, { cacheControl: pageCacheControl(isSmall), keys: page.keys })
      const raw = ['X-Request-Id', requestId, ...sharedHeaders, ...pageHeaders(page).flat(), ...shared.flat()]
      const isKnown = etagMatches(request.headers['if-none-match'], page.etag)
      if (isKnown) response.writeHead(304, raw).end()
      else {
        if (encoding !== 'identity') raw.push('Content-Encoding', encoding)
        raw.push('Content-Length', String(Buffer.byteLength(body)))
        response.writeHead(200, raw).end(body)
      }
      logRequest(options, {
        requestId,
        method: 'GET',
        path: url.split('?', 1)[0] ?? url,
        status: isKnown ? 304 : 200,
        started,
        route: known.route,
      })
      return true
    },
  }
}

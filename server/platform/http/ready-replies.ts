import type { FastifyReply, FastifyRequest } from 'fastify'
import { FRESH_MS } from '#contract/rendering/freshness.ts'
import type { PublishedProduct } from '#server/platform/http/pages/public-changes.ts'
import { addressOf, pageKey, wantsSmallPictures } from '#server/platform/http/pages/small-pictures.ts'
import type { Telemetry } from '#server/platform/metrics/telemetry.ts'
import { createStandInCache, type Found } from '#server/platform/http/stand-ins/stand-in-cache.ts'
import type { StandIns } from '#server/platform/http/stand-ins/stand-ins.ts'
import { contentOf, type ReadyReply, sendIfEncoded } from './reply.ts'

/** Maximum pages and replies of the API, about ten kilobytes each in every encoding. */
const MOST_REPLIES = 4_000
/** Maximum addresses remembered; a page may have many, because anyone can add parameters to its address. */
const MOST_ADDRESSES = 4_000
const LONGEST_ADDRESS = 500
/**
 * Maximum age of confirmed replies, because nothing announces changes that come with time, such as the end of a
 * notice.
 */
const CONFIRMED_MS = 60_000
/** Time in which an old page is shown while it is renewed. */
const STALE_MS = 55_000

const UNAVAILABLE = 503

/** The format on the disk. */
interface StoredReply extends Omit<ReadyReply, 'content'> {
  text: string
}

/** Replies that are the same for everybody: pages, and the public part of the API. */
export type ReadyReplies = ReturnType<typeof createReadyReplies>

export interface ReadyRepliesOptions {
  telemetry: Pick<Telemetry, 'pageAnswers' | 'readAnswers'>
  standIns: StandIns
  /** Distinguishes these replies from those of other builds. */
  build: string
  /** True if the page or reply at an address can contain a new product. */
  canContain?: (address: string, product: PublishedProduct) => boolean
  /** Moment until which `clear` has received every change. */
  confirmedAt?: () => number
  /** Makes later calls show everything committed until now. */
  requireLatestReads?: () => void
  now?: () => number
}

const isCall = (address: string) => address.startsWith('/api/')

/** True for a client that has just changed something; other processes may not know of the change yet. */
const wantsNewest = ({ headers }: FastifyRequest) => headers['cache-control'] === 'no-cache'

const createReplies = ({ confirmedAt, canContain, ...options }: ReadyRepliesOptions) =>
  createStandInCache<ReadyReply, PublishedProduct>({
    max: MOST_REPLIES,
    freshMs: FRESH_MS,
    // Clients rely on the API's replies being no older than their headers say.
    staleMs: (key) => (isCall(key) ? 0 : STALE_MS),
    isStored: ({ status }) => status === 200,
    isUnavailable: ({ status }) => status === UNAVAILABLE,
    isNotFound: ({ status }) => status !== 200 && status < 500,
    canOutdate: canContain && ((key, product) => canContain(addressOf(key), product)),
    confirmed: confirmedAt && { at: confirmedAt, forMs: CONFIRMED_MS },
    name: `${options.build} `,
    toContent: ({ content, ...reply }): StoredReply => ({
      ...reply,
      text: content.bodies.identity.toString(),
    }),
    fromContent(stored) {
      const { text, ...reply } = stored as StoredReply
      return { ...reply, content: contentOf(text) }
    },
    standIns: options.standIns,
    now: options.now,
  })

/**
 * Cache of public replies, rendered once and compressed once in each encoding. Only successes are stored. While a
 * reply cannot be made, for example because the database is unreachable, the old one is shown, even if `clear` has
 * outdated it.
 */
export function createReadyReplies(options: ReadyRepliesOptions) {
  const { telemetry, requireLatestReads } = options
  const { pageAnswers, readAnswers } = telemetry
  const replies = createReplies(options)
  const pages = new Map<string, { key: string; route: string }>()

  function sendCall(reply: FastifyReply): boolean {
    const ready = wantsNewest(reply.request) ? undefined : replies.fresh(reply.request.url)
    if (!ready || !sendIfEncoded(reply, ready)) return false
    readAnswers.ready.count += 1
    return true
  }

  function sendPage(reply: FastifyReply): boolean {
    const { request } = reply
    const known = pages.get(pageKey(request.url, wantsSmallPictures(request.headers)))
    const ready = known && replies.fresh(known.key)
    if (!ready) return false
    request.countedAs = known.route
    if (!sendIfEncoded(reply, ready)) return false
    pageAnswers.ready.count += 1
    return true
  }

  return {
    /** Sends a reply from the cache if it is fresh. Returns true if it did. */
    sendIfReady(reply: FastifyReply): boolean {
      const { method, url } = reply.request
      return method === 'GET' && (isCall(url) ? sendCall(reply) : sendPage(reply))
    },
    /** Finds or renders the page of a key (see `pageKey`). */
    async getPage(key: string, make: () => Promise<ReadyReply>): Promise<Found<ReadyReply>> {
      const found = await replies.get(key, make)
      pageAnswers[found.how === 'loaded' ? 'rendered' : found.how].count += 1
      return found
    },
    /** Later requests for `address` get the page of `key`, counted under `route`. */
    notePage(address: string, page: { key: string; route: string }) {
      if (address.length > LONGEST_ADDRESS) return
      if (pages.size >= MOST_ADDRESSES) pages.clear()
      pages.set(address, page)
    },
    async getReply(
      request: FastifyRequest,
      make: () => Promise<ReadyReply>,
    ): Promise<Pick<Found<ReadyReply>, 'value' | 'staleSeconds'>> {
      readAnswers.other.count += 1
      const isNewest = wantsNewest(request)
      if (isNewest) requireLatestReads?.()
      const isStored = !isNewest && request.url.length <= LONGEST_ADDRESS
      return isStored ? replies.get(request.url, make) : { value: await make() }
    },
    /** Expires all replies, or those that can contain a new product. */
    clear: (product?: PublishedProduct) => replies.clear(product),
  }
}

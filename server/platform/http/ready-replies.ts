import type { FastifyReply, FastifyRequest } from 'fastify'
import { FRESH_MS } from '#contract/rendering/freshness.ts'
import type { PublishedProduct } from '#server/platform/http/pages/public-changes.ts'
import { addressOf, pageKey, wantsSmallPictures } from '#server/platform/http/pages/small-pictures.ts'
import type { Telemetry } from '#server/platform/metrics/telemetry.ts'
import { createStandingCache, type Found } from '#server/platform/http/stand-ins/standing-cache.ts'
import type { StandIns } from '#server/platform/http/stand-ins/stand-ins.ts'
import { contentOf, type ReadyReply, sendIfEncoded } from './reply.ts'

/** Pages and replies of the API, some ten kilobytes each in every encoding. */
const MOST_REPLIES = 4_000
/** Addresses remembered of pages; of one page there may be many, since what they add to its own is for anyone to choose. */
const MOST_ADDRESSES = 4_000
const LONGEST_ADDRESS = 500
/** How long what is known to be as it was is shown: it bounds what time itself changes, such as the end of a notice. */
const CONFIRMED_MS = 60_000
/** How long the old page is shown while it is made anew. */
const STALE_MS = 55_000

const UNAVAILABLE = 503

/** As it is written to the disk. */
interface StoredReply extends Omit<ReadyReply, 'content'> {
  text: string
}

/** What everybody gets at an address: pages, and what anybody may read of the API. */
export type ReadyReplies = ReturnType<typeof createReadyReplies>

export interface ReadyRepliesOptions {
  telemetry: Pick<Telemetry, 'pageAnswers' | 'readAnswers'>
  standIns: StandIns
  /** Distinguishes these replies from those of other builds. */
  build: string
  /** Whether the page or reply at an address may have a new product. */
  mayHave?: (address: string, product: PublishedProduct) => boolean
  /** Before which `clear` was given every change. */
  confirmedAt?: () => number
  /** From now on calls show all that was committed until now. */
  showAllUntilNow?: () => void
  now?: () => number
}

const isCall = (address: string) => address.startsWith('/api/')

/** Sent by a client that has just changed something, which other processes may not know yet. */
const wantsNewest = ({ headers }: FastifyRequest) => headers['cache-control'] === 'no-cache'

const createReplies = ({ confirmedAt, mayHave, ...options }: ReadyRepliesOptions) =>
  createStandingCache<ReadyReply, PublishedProduct>({
    max: MOST_REPLIES,
    freshMs: FRESH_MS,
    // Clients count on replies of the API to be no older than they say.
    staleMs: (key) => (isCall(key) ? 0 : STALE_MS),
    isStored: ({ status }) => status === 200,
    isUnavailable: ({ status }) => status === UNAVAILABLE,
    isGone: ({ status }) => status !== 200 && status < 500,
    mayOutdate: mayHave && ((key, product) => mayHave(addressOf(key), product)),
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
 * Public replies, made once and compressed once in each encoding. Only successes are stored. While one cannot be made,
 * such as when the database is away, the old one stands in, also one that `clear` has outdated.
 */
export function createReadyReplies(options: ReadyRepliesOptions) {
  const { telemetry, showAllUntilNow } = options
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
    /** Answers what lies ready and need not be made anew, and says whether it did. */
    sendIfReady(reply: FastifyReply): boolean {
      const { method, url } = reply.request
      return method === 'GET' && (isCall(url) ? sendCall(reply) : sendPage(reply))
    },
    /** The page of a key (see `pageKey`). */
    async getPage(key: string, make: () => Promise<ReadyReply>): Promise<Found<ReadyReply>> {
      const found = await replies.get(key, make)
      pageAnswers[found.how === 'loaded' ? 'rendered' : found.how].count += 1
      return found
    },
    /** From now on what is requested at `address` gets the page of `key`, counted under `route`. */
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
      if (isNewest) showAllUntilNow?.()
      const isStored = !isNewest && request.url.length <= LONGEST_ADDRESS
      return isStored ? replies.get(request.url, make) : { value: await make() }
    },
    /** From now on everything, or what may have a new product, is made anew when it is next wanted. */
    clear: (product?: PublishedProduct) => replies.clear(product),
  }
}

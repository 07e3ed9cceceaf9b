import type { IncomingMessage, ServerResponse } from 'node:http'
import { getQueryParam } from 'hono/utils/url'
import type { Endpoint, Endpoints } from '#contract/endpoint.ts'
import { staleHeaders } from '#contract/served-stale.ts'
import { keysOfReply } from '#server/platform/http/cdn/reply-keys.ts'
import { type Share, toNobody } from '#server/platform/http/cdn/share.ts'
import { acceptedEncoding, type Encoding } from '#server/platform/http/files/content-encoding.ts'
import { bodyIn, type EncodedText, encodedText } from '#server/platform/http/files/encoded-reply.ts'
import { etagMatches } from '#server/platform/http/files/etag.ts'
import type { RequestLoad } from '#server/platform/http/limits/overload.ts'
import type { PublishedProduct } from '#server/platform/http/pages/public-changes.ts'
import type { Telemetry } from '#server/platform/metrics/telemetry.ts'
import { VERSION } from '#server/platform/process/version.ts'
import { createStandingCache } from '#server/platform/stand-ins/standing-cache.ts'
import type { StandIns } from '#server/platform/stand-ins/stand-ins.ts'
import { createCallRouter } from './call-router.ts'
import type { Call, Calls, RawInput } from './calls.ts'
import {
  beginExchange,
  createEarlyWriter,
  type EarlyWriter,
  type EarlyWriterOptions,
  type Exchange,
  hasBody,
  hasPlainHost,
  JSON_TYPE,
  LONGEST_ADDRESS,
} from './early-writer.ts'
import { CONFIRMED_MS, FRESH_MS } from './freshness.ts'
import { cacheControlOf, WORTH_COMPRESSING } from './mount.ts'

/** Some ten kilobytes each. */
const REPLIES_MAX = 2_000

export interface PublicReads {
  /** Answers what anybody may read, and says whether it does. */
  answer(request: IncomingMessage, response: ServerResponse): boolean
  /** From now on every reply, or those that may have a new product, are made anew. */
  clear(product?: PublishedProduct): void
}

interface PublicReadsOptions<All extends Endpoints> extends EarlyWriterOptions {
  telemetry: EarlyWriterOptions['telemetry'] & Pick<Telemetry, 'readAnswers'>
  contract: All
  calls: Calls<All>
  load: RequestLoad
  mayHave?: (address: string, product: PublishedProduct) => boolean
  share?: Share
  /** Before which `clear` was given every change. */
  confirmedAt?: () => number
  /** From now on calls show all that was committed until now. */
  showAllUntilNow?: () => void
  standIns: StandIns
}

interface Door {
  /** Of the call in the contract. */
  name: string
  call: Call
  cacheControl: string
}

/** Of what anybody may read. */
const doorsTo =
  (calls: Calls<Endpoints>) =>
  (name: string, { method, access, cacheSeconds }: Endpoint): Door | undefined =>
    method === 'GET' && access === 'everyone' && cacheSeconds !== undefined
      ? { name, call: calls[name] as Call, cacheControl: cacheControlOf(cacheSeconds) }
      : undefined

/** In the encoding that the client prefers, where the reply is worth it. */
const encodingFor = ({ headers }: IncomingMessage, { bodies }: EncodedText): Encoding =>
  bodies.identity.length < WORTH_COMPRESSING ? 'identity' : acceptedEncoding(headers['accept-encoding'])

interface Reply extends EncodedText {
  /** By which a CDN finds it. */
  keys: readonly string[]
}

interface ReplyContent {
  keys: readonly string[]
  text: string
}

const replyOf = ({ keys, text }: ReplyContent): Reply => ({ keys, ...encodedText(text) })

interface PublicExchange extends Exchange {
  door: Door
  params: RawInput['params']
  url: string
  /** Age of a reply that stands in. */
  staleSeconds?: number
}

async function make({ door: { name, call }, params, url }: PublicExchange): Promise<Reply> {
  const body = await call({ params, query: getQueryParam(url) })
  const keys = keysOfReply(name, params as { id?: string }, body)
  return replyOf({ keys, text: JSON.stringify(body) })
}

/** Sends replies as the framework's way does. */
function createSender(writer: EarlyWriter, share: Share) {
  return (exchange: PublicExchange, { etag, keys }: Reply, encoding: Encoding, body: Uint8Array | string) => {
    const { request, door, staleSeconds } = exchange
    const head = ['Content-Type', JSON_TYPE, 'Vary', 'Accept-Encoding', 'ETag', etag]
    if (staleSeconds === undefined)
      head.push(...share(request.headers, { cacheControl: door.cacheControl, keys }).flat())
    else head.push(...Object.entries(staleHeaders(staleSeconds)).flat())
    // As a 304 the mark would stay with the browser's own copy when the reply is new again.
    if (staleSeconds === undefined && etagMatches(request.headers['if-none-match'], etag)) {
      writer.write(exchange, 304, head)
      return
    }
    if (encoding !== 'identity') head.push('Content-Encoding', encoding)
    head.push('Content-Length', String(Buffer.byteLength(body)))
    writer.write(exchange, 200, head, body)
  }
}

const createReplies = (options: Omit<PublicReadsOptions<Endpoints>, 'contract' | 'calls'>) =>
  createStandingCache<Reply, PublishedProduct>({
    max: REPLIES_MAX,
    freshMs: FRESH_MS,
    confirmed: options.confirmedAt && { at: options.confirmedAt, forMs: CONFIRMED_MS },
    mayOutdate: options.mayHave,
    standIns: options.standIns,
    name: `reply ${VERSION} `,
    toContent: ({ keys, bodies }) => ({ keys, text: bodies.identity.toString() }),
    fromContent: (content) => replyOf(content as ReplyContent),
  })

/**
 * Replies to public reads are sent before the framework sees the request, whose way through it costs as much as all
 * that is done for it; those requested often lie ready. Status, headers and bodies are those of the framework's way,
 * which a test compares; whatever is unusual about a request takes that way.
 */
export function createPublicReads<All extends Endpoints>(options: PublicReadsOptions<All>): PublicReads {
  const { contract, calls, load } = options
  const { readAnswers } = options.telemetry
  const findDoor = createCallRouter(contract, doorsTo(calls))
  const writer = createEarlyWriter(options)
  const send = createSender(writer, options.share ?? toNobody)
  const replies = createReplies(options)

  async function respond(exchange: PublicExchange, isStored: boolean): Promise<void> {
    const { request, url } = exchange
    readAnswers.other.count += 1
    try {
      const makeWithinLoad = () => load.run(() => make(exchange))
      const { value: reply, staleSeconds } = isStored
        ? await replies.get(url, makeWithinLoad)
        : { value: await makeWithinLoad() }
      const encoding = encodingFor(request, reply)
      send({ ...exchange, staleSeconds }, reply, encoding, await bodyIn(reply, encoding))
    } catch (error) {
      writer.refuse(exchange, error)
    }
  }

  function sendStored(exchange: PublicExchange): boolean {
    const reply = replies.fresh(exchange.url)
    const encoding = reply && encodingFor(exchange.request, reply)
    const body = encoding && reply.bodies[encoding]
    if (body) {
      readAnswers.ready.count += 1
      send(exchange, reply, encoding, body)
    }
    return body !== undefined
  }

  return {
    answer(request, response) {
      const { method, url = '', headers } = request
      if (method !== 'GET' || url.length > LONGEST_ADDRESS) return false
      if (hasBody(request) || !hasPlainHost(request)) return false
      const path = url.split('?', 1)[0] ?? url
      const found = findDoor(method, path)
      if (!found) return false
      const exchange = {
        ...beginExchange(request, response, { path, route: found.door.name }),
        ...found,
        url,
      }
      // Sent by a client that has just changed something, which other processes may not know yet.
      const isStored = headers['cache-control'] !== 'no-cache'
      if (!isStored) options.showAllUntilNow?.()
      if (!isStored || !sendStored(exchange)) writer.finish(exchange, respond(exchange, isStored))
      return true
    },
    clear: (product) => replies.clear(product),
  }
}

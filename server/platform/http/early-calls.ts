import type { IncomingMessage, ServerResponse } from 'node:http'
import { getQueryParam } from 'hono/utils/url'
import type { Endpoint, Endpoints } from '#contract/endpoint.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { acceptedEncoding, compress } from '#server/platform/http/files/content-encoding.ts'
import type { RequestLoad } from '#server/platform/http/limits/overload.ts'
import { BODY_BYTES } from '#server/platform/http/limits/request-limits.ts'
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
import { isJson, parseJson, WORTH_COMPRESSING } from './mount.ts'
import { type Identity, requireCaller } from './viewer.ts'

export interface EarlyCalls {
  /** Answers a call of the contract, and says whether it does. */
  answer(request: IncomingMessage, response: ServerResponse): boolean
}

interface EarlyCallsOptions<All extends Endpoints> extends EarlyWriterOptions {
  contract: All
  calls: Calls<All>
  /** Whether a call reads or writes more of the exchange than its input and reply, such as cookies. */
  needsFramework: (name: string) => boolean
  identity: Identity
  load: RequestLoad
}

/** A call that may be answered early. */
interface Door {
  name: string
  endpoint: Endpoint
  call: Call
}

/** Beside the session calls, whose origin and cookies the framework's way looks at. */
const isPlainCall = ({ path, access, cacheSeconds, contentType }: Endpoint) =>
  !path.startsWith('/api/auth/') &&
  access !== 'refresh-cookie' &&
  cacheSeconds === undefined &&
  contentType === undefined

const doorsTo =
  <All extends Endpoints>({ calls, needsFramework }: EarlyCallsOptions<All>) =>
  (name: string, endpoint: Endpoint): Door | undefined =>
    isPlainCall(endpoint) && !needsFramework(name) ? { name, endpoint, call: calls[name] as Call } : undefined

/** Of JSON, with its length said and within the limit; the framework's way has words for all others. */
const isPlainBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] === undefined &&
  Number(headers['content-length']) <= BODY_BYTES &&
  isJson(headers['content-type'])

const utf8 = new TextDecoder()

/** Refused with `request-incomplete` when the sender is gone before all of it came. */
function textOf(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    const fail = (cause?: unknown) => reject(new AppError('request-incomplete', { cause }))
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.once('end', () => resolve(utf8.decode(pieces.length === 1 ? pieces[0] : Buffer.concat(pieces))))
    request.once('error', fail)
    // It comes after the end as well.
    request.once('close', () => request.complete || fail())
  })
}

/** Sends replies as the framework's way does. */
function createSender({ write }: EarlyWriter) {
  return async (exchange: Exchange, { status = 200 }: Endpoint, reply: unknown): Promise<void> => {
    const json = JSON.stringify(reply)
    const head = ['Content-Type', JSON_TYPE, 'Vary', 'Accept-Encoding', 'Cache-Control', 'no-store']
    const encoding =
      json.length < WORTH_COMPRESSING
        ? 'identity'
        : acceptedEncoding(exchange.request.headers['accept-encoding'])
    const body = encoding === 'identity' ? json : await compress(Buffer.from(json), encoding)
    if (encoding !== 'identity') head.push('Content-Encoding', encoding)
    head.push('Content-Length', String(Buffer.byteLength(body)))
    write(exchange, status, head, body)
  }
}

/**
 * Calls that need no more of a request than what the contract names are answered before the framework sees it, whose way
 * costs about as much as sending a message does. Status, headers and bodies are those of its way, which a test
 * compares; whatever is unusual about a request takes that way.
 */
export function createEarlyCalls<All extends Endpoints>(options: EarlyCallsOptions<All>): EarlyCalls {
  const { contract, identity, load } = options
  const findDoor = createCallRouter(contract, doorsTo(options))
  const writer = createEarlyWriter(options)
  const send = createSender(writer)

  async function respond(exchange: Exchange, { endpoint, call }: Door, input: RawInput): Promise<void> {
    const { request } = exchange
    try {
      const text = endpoint.body && (await textOf(request))
      const reply = await load.run(async () => {
        // The viewer comes first: a stranger learns nothing of what would be good input.
        const viewer = await requireCaller(identity, endpoint, request.headers.authorization)
        return call({ ...input, body: text === undefined ? undefined : parseJson(text) }, viewer)
      })
      await send(exchange, endpoint, reply)
    } catch (error) {
      writer.refuse(exchange, error)
    }
  }

  return {
    answer(request, response) {
      const { method = '', url = '' } = request
      const path = url.split('?', 1)[0] ?? url
      if (url.length > LONGEST_ADDRESS || !hasPlainHost(request)) return false
      const found = findDoor(method, path)
      if (!found) return false
      const { door, params } = found
      if (door.endpoint.body ? !isPlainBody(request) : hasBody(request)) return false
      const exchange = beginExchange(request, response, { path, route: door.name })
      writer.finish(exchange, respond(exchange, door, { params, query: getQueryParam(url) }))
      return true
    },
  }
}

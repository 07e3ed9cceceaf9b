import type { FastifyReply } from 'fastify'
import { staleHeaders } from '#contract/rendering/served-stale.ts'
import { acceptedEncoding, compress, type Encoding } from '#server/platform/http/files/content-encoding.ts'
import { etagOf, isKnown } from '#server/platform/http/files/etag.ts'

type Body = string | Buffer

/** A reply below this many bytes fits in one packet as it is. */
const WORTH_COMPRESSING = 1200
/** A shorter text leaves with its head in one piece; a longer one costs more to turn into bytes each time. */
const LONG = 16_384

/** A content in each encoding that was wanted of it so far. */
export interface Content {
  etag: string
  bodies: { identity: Body } & Partial<Record<Encoding, Body>>
  isCompressed: boolean
}

/** Of a photo or the like, which is compressed in itself, with `isCompressed` false. */
export function contentOf(
  content: string | Buffer,
  isCompressed = content.length >= WORTH_COMPRESSING,
): Content {
  const identity = typeof content === 'string' && content.length > LONG ? Buffer.from(content) : content
  return { etag: etagOf(identity), bodies: { identity }, isCompressed }
}

/** A reply that may be sent many times. */
export interface ReadyReply {
  status: number
  headers: Readonly<Record<string, string>>
  /** By which a CDN finds it. */
  keys: readonly string[]
  content: Content
}

type Ready = Pick<ReadyReply, 'headers' | 'content'> & Partial<ReadyReply>

const encodingFor = ({ request }: FastifyReply, { isCompressed }: Content): Encoding =>
  isCompressed ? acceptedEncoding(request.headers['accept-encoding']) : 'identity'

async function bodyIn({ bodies }: Content, encoding: Encoding): Promise<Body> {
  const { identity } = bodies
  bodies[encoding] ??= await compress(
    typeof identity === 'string' ? Buffer.from(identity) : identity,
    encoding,
  )
  return bodies[encoding]
}

function writeHead(reply: FastifyReply, { status = 200, headers, keys = [], content }: Ready): void {
  reply.surrogateKeys = keys
  reply.code(status).headers(headers)
  if (status === 200) reply.header('etag', content.etag)
}

/** Makes a 304 of what the client has already, and says whether it has. */
function writeIfKnown(reply: FastifyReply, { content }: Ready): boolean {
  if (reply.statusCode !== 200 || !isKnown(reply.request, content.etag)) return false
  reply.code(304)
  return true
}

function writeEncoding(reply: FastifyReply, encoding: Encoding): void {
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
}

/** Sends it if it lies ready in the encoding that the client wants, and says whether it does. */
export function sendIfEncoded(reply: FastifyReply, ready: Ready): boolean {
  const encoding = encodingFor(reply, ready.content)
  const body = ready.content.bodies[encoding]
  if (body === undefined) return false
  writeHead(reply, ready)
  if (writeIfKnown(reply, ready)) reply.send()
  else {
    writeEncoding(reply, encoding)
    reply.send(body)
  }
  return true
}

/**
 * Writes its head and returns its body in the encoding that the client wants, for a handler to return; `staleSeconds` is
 * the age of one that stands in.
 */
export async function writeReady(
  reply: FastifyReply,
  ready: Ready,
  staleSeconds?: number,
): Promise<Body | undefined> {
  writeHead(reply, ready)
  if (staleSeconds !== undefined) reply.headers(staleHeaders(staleSeconds))
  // As a 304 the mark would stay with the browser's own copy when the reply is new again.
  else if (writeIfKnown(reply, ready)) return undefined
  const encoding = encodingFor(reply, ready.content)
  const body = await bodyIn(ready.content, encoding)
  writeEncoding(reply, encoding)
  return body
}

export const JSON_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  vary: 'Accept-Encoding',
}

/** Writes the head of what is for one client alone and stored nowhere, and returns its body. */
export async function writeJson(reply: FastifyReply, value: unknown, status = 200): Promise<Body> {
  const json = JSON.stringify(value)
  reply.code(status).headers(JSON_HEADERS).header('cache-control', 'no-store')
  if (json.length < WORTH_COMPRESSING) return json
  const encoding = acceptedEncoding(reply.request.headers['accept-encoding'])
  writeEncoding(reply, encoding)
  return compress(Buffer.from(json), encoding)
}

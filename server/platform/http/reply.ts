import type { FastifyReply } from 'fastify'
import { staleHeaders } from '#contract/rendering/served-stale.ts'
import { acceptedEncoding, compress, type Encoding } from '#server/platform/http/files/content-encoding.ts'
import { etagOf, isKnown } from '#server/platform/http/files/etag.ts'

type Body = string | Buffer

/** A smaller reply fits into one packet without compression. */
const COMPRESSED_BYTES_MIN = 1200
/** A shorter text is sent together with its head; a longer one is converted to bytes only once. */
const LONG_TEXT_LENGTH = 16_384

/** Content in every encoding requested so far. */
export interface Content {
  etag: string
  bodies: { identity: Body } & Partial<Record<Encoding, Body>>
  isCompressed: boolean
}

/** Creates a content. `isCompressed` is false for photos and other formats that are already compressed. */
export function contentOf(
  content: string | Buffer,
  isCompressed = content.length >= COMPRESSED_BYTES_MIN,
): Content {
  const identity =
    typeof content === 'string' && content.length > LONG_TEXT_LENGTH ? Buffer.from(content) : content
  return { etag: etagOf(identity), bodies: { identity }, isCompressed }
}

/** A reply that can be sent many times. */
export interface ReadyReply {
  status: number
  headers: Readonly<Record<string, string>>
  /** Surrogate keys for the CDN. */
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

/** Makes the reply a 304 if the client already has its content. Returns true if it did. */
function writeIfKnown(reply: FastifyReply, { content }: Ready): boolean {
  if (reply.statusCode !== 200 || !isKnown(reply.request, content.etag)) return false
  reply.code(304)
  return true
}

function writeEncoding(reply: FastifyReply, encoding: Encoding): void {
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
}

/** Sends the reply if it is ready in the encoding that the client accepts. Returns true if it did. */
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
 * Writes the head of a reply and returns its body in the encoding that the client accepts, for a handler to return;
 * `staleSeconds` is the age of old content shown during an outage.
 */
export async function writeReady(
  reply: FastifyReply,
  ready: Ready,
  staleSeconds?: number,
): Promise<Body | undefined> {
  writeHead(reply, ready)
  if (staleSeconds !== undefined) reply.headers(staleHeaders(staleSeconds))
  // Stale replies are never a 304, because the browser would keep the stale mark with its own copy.
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

/** Writes the head of a reply for a single client, which no cache may store, and returns its body. */
export async function writeJson(reply: FastifyReply, value: unknown, status = 200): Promise<Body> {
  const json = JSON.stringify(value)
  reply.code(status).headers(JSON_HEADERS).header('cache-control', 'no-store')
  if (json.length < COMPRESSED_BYTES_MIN) return json
  const encoding = acceptedEncoding(reply.request.headers['accept-encoding'])
  writeEncoding(reply, encoding)
  return compress(Buffer.from(json), encoding)
}

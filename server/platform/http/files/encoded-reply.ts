import type { Context } from 'hono'
import { acceptedEncoding, compress, type Encoding } from './content-encoding.ts'
import { etagMatches, etagOf } from './etag.ts'

type Body = string | Uint8Array

/** What is served often, in each encoding that exists of it. */
export interface Encoded {
  etag: string
  bodies: Partial<Record<Encoding, Body>>
}

/** A text whose encodings are made when they are first wanted. */
export interface EncodedText extends Encoded {
  bodies: { identity: Body; br?: Body; gzip?: Body }
}

/** A shorter text leaves with its head in one piece; a longer one costs more to turn into bytes each time. */
const LONG = 16_384

export function encodedText(text: string): EncodedText {
  const identity = text.length > LONG ? Buffer.from(text) : text
  return { etag: etagOf(identity), bodies: { identity } }
}

/** Compresses outside the event loop. */
export async function bodyIn({ bodies }: EncodedText, encoding: Encoding): Promise<Body> {
  if (encoding === 'identity') return bodies.identity
  const { identity } = bodies
  bodies[encoding] ??= await compress(
    typeof identity === 'string' ? Buffer.from(identity) : identity,
    encoding,
  )
  return bodies[encoding]
}

/** In all of them, for what is made once. */
export async function encodeText(text: string): Promise<Encoded> {
  const identity = new TextEncoder().encode(text)
  const [br, gzip] = await Promise.all([compress(identity, 'br'), compress(identity, 'gzip')])
  return { etag: etagOf(identity), bodies: { identity, br, gzip } }
}

/** Answers with what the client may be sent, or with 304 when it has that already. */
export function encodedReply(
  c: Context,
  content: Encoded,
  headers: { contentType: string; cacheControl: string },
): Response {
  c.header('Content-Type', headers.contentType)
  c.header('Cache-Control', headers.cacheControl)
  c.header('ETag', content.etag)
  c.header('Vary', 'Accept-Encoding')
  if (etagMatches(c.req.header('if-none-match'), content.etag)) return c.body(null, 304)
  const wanted = acceptedEncoding(c.req.header('accept-encoding'))
  const encoding = content.bodies[wanted] ? wanted : 'identity'
  if (encoding !== 'identity') c.header('Content-Encoding', encoding)
  return c.body(content.bodies[encoding] as string | Uint8Array<ArrayBuffer>)
}

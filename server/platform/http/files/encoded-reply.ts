import type { Context } from 'hono'
import { acceptedEncoding, compress, type Encoding } from './content-encoding.ts'
import { etagMatches, etagOf } from './etag.ts'

/** Bytes that are served often, in each encoding worth having. */
export interface Encoded {
  etag: string
  bodies: Partial<Record<Encoding, Uint8Array>>
}

/** All of them, made outside the event loop. */
export interface FullyEncoded extends Encoded {
  bodies: Record<Encoding, Uint8Array>
}

export async function encodeText(text: string): Promise<FullyEncoded> {
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
  return c.body(content.bodies[encoding] as Uint8Array<ArrayBuffer>)
}

import type { Context, MiddlewareHandler } from 'hono'
import { AppError } from '#server/platform/errors/app-error.ts'

export const BODY_BYTES = 64 * 1024
/** All filters at their longest, percent-encoded, stay below this. */
const URL_CHARACTERS = 4096

async function bytesWithin(body: ReadableStream<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body) {
    size += piece.byteLength
    if (size > BODY_BYTES) throw new AppError('body-too-large')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/**
 * Hono's own limit cannot do this: it copies the request of @hono/node-server, which is no `Request` of the platform,
 * and so fails for whatever declares no length, as a browser's DELETE.
 */
async function readBody(c: Context): Promise<void> {
  const { headers, body, method } = c.req.raw
  const length = headers.get('content-length')
  if (length !== null && !headers.has('transfer-encoding')) {
    if (Number(length) > BODY_BYTES) throw new AppError('body-too-large')
    // Remembered by Hono, from where the handler reads it.
    await c.req.text()
  } else if (body) {
    const bytes = await bytesWithin(body)
    c.req.raw = new Request(c.req.url, {
      method,
      headers,
      ...(bytes.length > 0 && { body: new Uint8Array(bytes) }),
    })
  }
}

/** The sender is gone, or was cut off for being too slow: no fault of ours, and nobody reads the answer. */
function asIncomplete(error: unknown): never {
  throw error instanceof AppError ? error : new AppError('request-incomplete', { cause: error })
}

/** Whether `PUT` takes a file there. */
export type IsUpload = (method: string | undefined, path: string) => boolean

/**
 * Bodies and addresses beyond what any endpoint takes are refused before they are read, and what follows begins once
 * the body is there. Uploads count and read by themselves (see upload.ts).
 */
export const requestLimits =
  ({ isUpload }: { isUpload: IsUpload }): MiddlewareHandler =>
  async (c, next) => {
    if (c.req.url.length > URL_CHARACTERS) throw new AppError('body-too-large')
    const { method } = c.req
    // Touching the body of a read would build a whole Request for nothing.
    if (method === 'GET' || method === 'HEAD') return next()
    if (!isUpload(method, c.req.path)) await readBody(c).catch(asIncomplete)
    return next()
  }

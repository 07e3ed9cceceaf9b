import type { Context, Hono } from 'hono'
import * as z from 'zod/mini'
import type { Endpoint, Parsed, Reply } from '#contract/endpoint.ts'
import type { FieldProblem } from '#contract/problem.ts'
import { AppError, invalidInput } from '#server/app-error.ts'
import { acceptedEncoding, compress } from './content-encoding.ts'
import { etagMatches, etagOf } from './etag.ts'
import { requireViewer, type Viewer } from './viewer.ts'

type HandlerInput<E extends Endpoint> = Parsed<E> & {
  viewer: E['signedIn'] extends true ? Viewer : undefined
}

/** A file is replied as it comes; everything else is parsed by the contract. */
type Outcome<E extends Endpoint> = E['contentType'] extends string ? Response : Reply<E>

export type Handler<E extends Endpoint> = (input: HandlerInput<E>, c: Context) => Promise<Outcome<E>>

/** Replies below this many bytes fit in one packet as they are. */
const WORTH_COMPRESSING = 1200

async function readJson(c: Context): Promise<unknown> {
  if (!c.req.header('content-type')?.startsWith('application/json')) {
    throw new AppError('unsupported-media-type')
  }
  try {
    return await c.req.json()
  } catch {
    throw new AppError('malformed-json')
  }
}

async function parseInput<E extends Endpoint>(endpoint: E, c: Context): Promise<Parsed<E>> {
  const raw = {
    params: endpoint.params && c.req.param(),
    query: endpoint.query && c.req.query(),
    body: endpoint.body && (await readJson(c)),
  }
  const parsed: Record<string, unknown> = {}
  const problems: FieldProblem[] = []
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part]
    if (!schema) continue
    const result = z.safeParse(schema, raw[part])
    if (result.success) parsed[part] = result.data
    else {
      problems.push(...result.error.issues.map((i) => ({ field: i.path.join('.'), message: i.message })))
    }
  }
  if (problems.length > 0) throw invalidInput(problems)
  return parsed as Parsed<E>
}

async function cacheableReply(c: Context, endpoint: Endpoint, json: string) {
  const etag = etagOf(json)
  const seconds = endpoint.cacheSeconds
  c.header('ETag', etag)
  c.header('Cache-Control', seconds ? `public, max-age=${seconds}` : 'public, no-cache')
  if (etagMatches(c.req.header('if-none-match'), etag)) return c.body(null, 304)
  return undefined
}

/**
 * Binds an endpoint of the contract to its handler. Params, query and body are parsed before, the reply
 * after, so that a column which the contract does not list cannot leak.
 */
export function mount<E extends Endpoint>(app: Hono, endpoint: E, handler: Handler<E>): void {
  app.on(endpoint.method, endpoint.path, async (c) => {
    // Who asks comes first: a stranger learns nothing of what would be good input.
    const viewer = endpoint.signedIn ? await requireViewer(c) : undefined
    const input = { ...(await parseInput(endpoint, c)), viewer } as HandlerInput<E>
    const result = await handler(input, c)
    if (result instanceof Response) return result
    const json = JSON.stringify(z.parse(endpoint.reply, result))
    c.header('Content-Type', 'application/json; charset=utf-8')
    c.header('Vary', 'Accept-Encoding')
    if (endpoint.cacheSeconds === undefined) c.header('Cache-Control', 'no-store')
    else {
      const notModified = await cacheableReply(c, endpoint, json)
      if (notModified) return notModified
    }
    const encoding =
      json.length < WORTH_COMPRESSING ? 'identity' : acceptedEncoding(c.req.header('accept-encoding'))
    if (encoding === 'identity') return c.body(json, endpoint.status ?? 200)
    c.header('Content-Encoding', encoding)
    const bytes = await compress(Buffer.from(json), encoding)
    return c.body(new Uint8Array(bytes), endpoint.status ?? 200)
  })
}

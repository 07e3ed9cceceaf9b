import type { Context as HttpContext, Hono } from 'hono'
import * as z from 'zod/mini'
import {
  type Endpoint,
  type Endpoints,
  needsSession,
  type NeedsSession,
  type Parsed,
  type Reply,
} from '#contract/endpoint.ts'
import type { FieldProblem } from '#contract/problem.ts'
import { AppError, invalidInput } from '#server/platform/errors/app-error.ts'
import { acceptedEncoding, compress } from '#server/platform/http/files/content-encoding.ts'
import { etagMatches, etagOf } from '#server/platform/http/files/etag.ts'
import { requireFreshProof, requireViewer, type Viewer } from './viewer.ts'

type HandlerInput<E extends Endpoint> = Parsed<E> & {
  viewer: NeedsSession<E> extends true ? Viewer : undefined
}

/** A file is sent unparsed; the contract parses everything else. Where it promises an empty object, nothing will do. */
type Outcome<E extends Endpoint> = E['contentType'] extends string
  ? Response
  : Reply<E> | (Record<string, never> extends Reply<E> ? void : never)

type Handler<E extends Endpoint> = (input: HandlerInput<E>, c: HttpContext) => Promise<Outcome<E>>

/** One handler for each endpoint of a domain, under its name. */
export type Handlers<All extends Endpoints, Context> = {
  [Name in keyof All]: (
    ctx: Context,
    input: HandlerInput<All[Name]>,
    c: HttpContext,
  ) => Promise<Outcome<All[Name]>>
}

/** Replies below this many bytes fit in one packet as they are. */
const WORTH_COMPRESSING = 1200

/** How JSON says half of a sign, as a cut emoji has; no other way into a body exists, since it is read as UTF-8. */
const MAY_HAVE_HALF_SIGN = /\\ud[89a-f]/i
const asWholeText = (_key: string, value: unknown) =>
  typeof value === 'string' ? value.toWellFormed() : value

/** Half of a sign becomes the replacement character, so that nothing typed is refused for it and no database trips. */
async function readJson(c: HttpContext): Promise<unknown> {
  if (!c.req.header('content-type')?.startsWith('application/json')) {
    throw new AppError('unsupported-media-type')
  }
  const text = await c.req.text()
  try {
    return MAY_HAVE_HALF_SIGN.test(text) ? JSON.parse(text, asWholeText) : JSON.parse(text)
  } catch {
    throw new AppError('malformed-json')
  }
}

/** A text that no database takes: half of a sign, or NUL. Looked for without recursion, since anything may be nested. */
function unusableTexts(part: unknown): FieldProblem[] {
  const problems: FieldProblem[] = []
  const left: [path: string, value: unknown][] = [['', part]]
  for (let next = left.pop(); next; next = left.pop()) {
    const [path, value] = next
    if (typeof value === 'string') {
      if (!value.isWellFormed() || value.includes('\0'))
        problems.push({ field: path, message: 'Must be plain text' })
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, child] of Object.entries(value)) left.push([path ? `${path}.${key}` : key, child])
    }
  }
  return problems
}

async function parseInput<E extends Endpoint>(endpoint: E, c: HttpContext): Promise<Parsed<E>> {
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
    if (result.success) {
      parsed[part] = result.data
      problems.push(...unusableTexts(result.data))
    } else {
      problems.push(...result.error.issues.map((i) => ({ field: i.path.join('.'), message: i.message })))
    }
  }
  if (problems.length > 0) throw invalidInput(problems)
  return parsed as Parsed<E>
}

async function cacheableReply(c: HttpContext, endpoint: Endpoint, json: string) {
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
function mount<E extends Endpoint>(app: Hono, endpoint: E, handler: Handler<E>): void {
  app.on(endpoint.method, endpoint.path, async (c) => {
    // Who asks comes first: a stranger learns nothing of what would be good input.
    const viewer = needsSession(endpoint) ? await requireViewer(c) : undefined
    if (viewer && endpoint.freshProof) await requireFreshProof(c, viewer)
    const input = { ...(await parseInput(endpoint, c)), viewer } as HandlerInput<E>
    const result = await handler(input, c)
    if (result instanceof Response) return result
    const json = JSON.stringify(z.parse(endpoint.reply, result ?? {}))
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

/** Binds a domain's endpoints, each to the handler of its name, which gets `ctx`. */
export function mountAll<All extends Endpoints, Context>(
  app: Hono,
  ctx: Context,
  endpoints: All,
  handlers: Handlers<NoInfer<All>, Context>,
): void {
  for (const name of Object.keys(endpoints) as (keyof All)[]) {
    mount(app, endpoints[name] as All[keyof All], (input, c) => handlers[name](ctx, input, c))
  }
}

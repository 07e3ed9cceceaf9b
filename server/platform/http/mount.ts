import type { Context as HttpContext, Hono } from 'hono'
import type { Endpoint, Endpoints } from '#contract/endpoint.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { keysOfReply } from '#server/platform/http/cdn/reply-keys.ts'
import { noteKeys } from '#server/platform/http/cdn/share.ts'
import { acceptedEncoding, compress } from '#server/platform/http/files/content-encoding.ts'
import { etagMatches, etagOf } from '#server/platform/http/files/etag.ts'
import type { Call, Calls } from './calls.ts'
import { nameRoute } from './route-of.ts'
import { identityOf, requireCaller } from './viewer.ts'

/** Replies below this many bytes fit in one packet as they are. */
export const WORTH_COMPRESSING = 1200

/** How JSON says half of a sign, as a cut emoji has; no other way into a body exists, since it is read as UTF-8. */
const MAY_HAVE_HALF_SIGN = /\\ud[89a-f]/i
const asWholeText = (_key: string, value: unknown) =>
  typeof value === 'string' ? value.toWellFormed() : value

/** Half of a sign becomes the replacement character, so that nothing typed is refused for it and no database trips. */
export function parseJson(text: string): unknown {
  try {
    return MAY_HAVE_HALF_SIGN.test(text) ? JSON.parse(text, asWholeText) : JSON.parse(text)
  } catch {
    throw new AppError('malformed-json')
  }
}

export const isJson = (contentType: string | undefined): boolean =>
  contentType?.startsWith('application/json') ?? false

async function readJson(c: HttpContext): Promise<unknown> {
  if (!isJson(c.req.header('content-type'))) throw new AppError('unsupported-media-type')
  return parseJson(await c.req.text())
}

export const cacheControlOf = (seconds: number): string =>
  seconds > 0 ? `public, max-age=${seconds}` : 'public, no-cache'

function cacheableReply(c: HttpContext, seconds: number, json: string) {
  const etag = etagOf(json)
  c.header('ETag', etag)
  c.header('Cache-Control', cacheControlOf(seconds))
  if (etagMatches(c.req.header('if-none-match'), etag)) return c.body(null, 304)
  return undefined
}

function mount(app: Hono, name: string, endpoint: Endpoint, call: Call): void {
  app.on(endpoint.method, endpoint.path, async (c) => {
    nameRoute(c, name)
    // The viewer comes first: a stranger learns nothing of what would be good input.
    const viewer = await requireCaller(identityOf(c), endpoint, c.req.header('authorization'))
    const body = endpoint.body && (await readJson(c))
    const result = await call({ params: c.req.param(), query: c.req.query(), body }, viewer, c)
    if (result instanceof Response) return result
    const json = JSON.stringify(result)
    c.header('Content-Type', 'application/json; charset=utf-8')
    c.header('Vary', 'Accept-Encoding')
    if (endpoint.cacheSeconds === undefined) c.header('Cache-Control', 'no-store')
    else {
      noteKeys(c, keysOfReply(name, c.req.param(), result))
      const notModified = cacheableReply(c, endpoint.cacheSeconds, json)
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

/** Binds each endpoint's method and path to the call of its name. */
export function mountAll<All extends Endpoints>(app: Hono, endpoints: All, calls: Calls<NoInfer<All>>): void {
  for (const [name, endpoint] of Object.entries(endpoints)) mount(app, name, endpoint, calls[name] as Call)
}

import type * as z from 'zod/mini'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { Endpoint, Endpoints } from '#contract/endpoint.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { keysOfReply } from '#server/platform/http/cdn/reply-keys.ts'
import type { RequestLoad } from '#server/platform/http/limits/overload.ts'
import type { Call, Calls } from './calls.ts'
import type { ReadyReplies } from './ready-replies.ts'
import { contentOf, JSON_HEADERS, writeJson, writeReady } from './reply.ts'
import { type Identity, requireCaller, type Viewer } from './viewer.ts'

/**
 * JSON's escape of half a surrogate pair, such as half an emoji. Bodies are decoded as UTF-8, so there is no other
 * way to send one.
 */
const HALF_SURROGATE_ESCAPE = /\\ud[89a-f]/i
const repairSurrogates = (_key: string, value: unknown) =>
  typeof value === 'string' ? value.toWellFormed() : value

/** Replaces half surrogate pairs by the replacement character, so that the database does not refuse the text. */
function parseJson(text: string): unknown {
  try {
    return HALF_SURROGATE_ESCAPE.test(text) ? JSON.parse(text, repairSurrogates) : JSON.parse(text)
  } catch {
    throw new AppError('malformed-json')
  }
}

function readJson({ headers, body }: FastifyRequest): unknown {
  if (!headers['content-type']?.startsWith('application/json')) throw new AppError('unsupported-media-type')
  return parseJson(body as string)
}

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** Error handlers by the names of the calls. */
export type CallErrorHandlers = Partial<Record<string, RouteShorthandOptions['errorHandler']>>

export interface CallOptions<All extends Endpoints> {
  contract: All
  calls: Calls<NoInfer<All>>
  identity: Identity
  replies: ReadyReplies
  load: RequestLoad
  /** Handlers for calls whose failures need a format of their own. */
  errorHandlers?: CallErrorHandlers
}

type PublicOptions = Pick<CallOptions<Endpoints>, 'replies' | 'load'>

/** Public calls that caches may store. Requests that wait for the same reply count once in the load. */
const publicRead =
  (name: string, { cacheSeconds = 0 }: Endpoint, call: Call, { replies, load }: PublicOptions): Answer =>
  async (request, reply) => {
    const { params, query } = request
    const cacheControl = cacheSeconds > 0 ? `public, max-age=${cacheSeconds}` : 'public, no-cache'
    const headers = { ...JSON_HEADERS, 'cache-control': cacheControl }
    const make = async () => {
      const body = await call({ params, query })
      const keys = keysOfReply(name, params as { id?: string }, body)
      return { status: 200, headers, keys, content: contentOf(JSON.stringify(body)) }
    }
    const { value, staleSeconds } = await replies.getReply(request, () => load.run(make))
    return writeReady(reply, value, staleSeconds)
  }

const personalCall =
  (endpoint: Endpoint, call: Call, identity: Identity): Answer =>
  async (request, reply) => {
    const { params, query, headers } = request
    // The viewer is checked first, so that strangers cannot find out which input is valid.
    const viewer = await requireCaller(identity, endpoint, headers.authorization)
    const body = endpoint.body && readJson(request)
    const result = await call({ params, query, body }, viewer, reply)
    return result instanceof Response ? result : writeJson(reply, result, endpoint.status)
  }

/** Binds each endpoint's method and path to the call of its name. */
export function addCalls<All extends Endpoints>(
  app: FastifyInstance,
  { contract, calls, identity, errorHandlers = {}, ...options }: CallOptions<All>,
): void {
  for (const [name, endpoint] of Object.entries(contract)) {
    const call = calls[name] as Call
    const isPublic = endpoint.access === 'everyone' && endpoint.cacheSeconds !== undefined
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      config: { name, isExempt: isPublic },
      errorHandler: errorHandlers[name],
      handler: isPublic ? publicRead(name, endpoint, call, options) : personalCall(endpoint, call, identity),
    })
  }
}

/** Description of an upload in the documentation of the API. */
export interface UploadDescription {
  name: string
  path: string
  status: 200 | 201 | 202 | 204
  summary: string
  /** Group in the documentation. */
  group: string
  query?: z.ZodMiniType
  reply?: z.ZodMiniType
}

/** The part of an upload that the server binds to a route. */
export type UploadRoute = Pick<Upload, 'path' | 'status' | 'handle'>

export interface Upload extends UploadDescription {
  /** Returns the reply's JSON; undefined for a reply without content. */
  handle: (request: FastifyRequest, viewer: Viewer) => Promise<unknown>
}

/** True if a `PUT` to this path is an upload. */
export type IsUpload = (method: string | undefined, path: string) => boolean

export function uploadCheck(uploads: readonly Pick<Upload, 'path'>[]): IsUpload {
  const patterns = uploads.map(({ path }) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`))
  return (method, path) => method === 'PUT' && patterns.some((each) => each.test(path))
}

/** Adds routes whose bodies are not read in advance and may have any length. */
export async function addRawRoutes(
  app: FastifyInstance,
  add: (scope: FastifyInstance) => void,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    add(scope)
  })
}

/** Adds routes whose body is one file, which their handlers read piece by piece. */
export async function addUploads(
  app: FastifyInstance,
  identity: Identity,
  uploads: readonly UploadRoute[],
): Promise<void> {
  await addRawRoutes(app, (scope) => {
    for (const { path, handle, status } of uploads)
      scope.put(path, { config: { isExempt: true } }, async (request, reply) => {
        const viewer = await identity.authenticate(request.headers.authorization)
        if (!viewer) throw new AppError('authentication-required')
        const result = await handle(request, viewer)
        reply.code(status).header('cache-control', 'no-store')
        return result
      })
  })
}

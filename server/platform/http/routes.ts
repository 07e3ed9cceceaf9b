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

/** How JSON says half of a sign, as a cut emoji has; no other way into a body exists, since it is read as UTF-8. */
const MAY_HAVE_HALF_SIGN = /\\ud[89a-f]/i
const asWholeText = (_key: string, value: unknown) =>
  typeof value === 'string' ? value.toWellFormed() : value

/** Half of a sign becomes the replacement character, so that nothing typed is refused for it and no database trips. */
function parseJson(text: string): unknown {
  try {
    return MAY_HAVE_HALF_SIGN.test(text) ? JSON.parse(text, asWholeText) : JSON.parse(text)
  } catch {
    throw new AppError('malformed-json')
  }
}

function readJson({ headers, body }: FastifyRequest): unknown {
  if (!headers['content-type']?.startsWith('application/json')) throw new AppError('unsupported-media-type')
  return parseJson(body as string)
}

type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>

/** By the names of the calls. */
export type CallErrorHandlers = Partial<Record<string, RouteShorthandOptions['errorHandler']>>

export interface CallOptions<All extends Endpoints> {
  contract: All
  calls: Calls<NoInfer<All>>
  identity: Identity
  replies: ReadyReplies
  load: RequestLoad
  /** How failures of a call are written where they have a shape of their own. */
  errorHandlers?: CallErrorHandlers
}

type PublicOptions = Pick<CallOptions<Endpoints>, 'replies' | 'load'>

/** What anybody may read and caches may hold; whose maker others wait for, counts once. */
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
    // The viewer comes first: a stranger learns nothing of what would be good input.
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

/** A call whose body is one file, in the documentation of the API. */
export interface UploadDescription {
  name: string
  path: string
  status: 200 | 201 | 202 | 204
  summary: string
  /** One of the groups of the documentation. */
  group: string
  query?: z.ZodMiniType
  reply?: z.ZodMiniType
}

/** What the server binds of an upload. */
export type UploadRoute = Pick<Upload, 'path' | 'status' | 'handle'>

export interface Upload extends UploadDescription {
  /** Returns the reply's JSON; undefined for one without content. */
  handle: (request: FastifyRequest, viewer: Viewer) => Promise<unknown>
}

/** Whether `PUT` takes a file there. */
export type IsUpload = (method: string | undefined, path: string) => boolean

export function uploadCheck(uploads: readonly Pick<Upload, 'path'>[]): IsUpload {
  const patterns = uploads.map(({ path }) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`))
  return (method, path) => method === 'PUT' && patterns.some((each) => each.test(path))
}

/** Adds routes whose bodies nobody has read yet, of any length. */
export async function addUnread(app: FastifyInstance, add: (scope: FastifyInstance) => void): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    add(scope)
  })
}

/** Calls whose body is one file, which their handlers read piece by piece. */
export async function addUploads(
  app: FastifyInstance,
  identity: Identity,
  uploads: readonly UploadRoute[],
): Promise<void> {
  await addUnread(app, (scope) => {
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

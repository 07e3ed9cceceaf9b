import { PRIVATE_PATHS } from '#contract/private-paths.ts'

/**
 * How the worker answers a request. `page` may be kept; of a `private-page` its outline, which is the same for
 * everyone; of `never-kept` nothing. A `message-photo` is kept until its person signs out. `shell` is a file that came with the worker itself, `asset` one whose name holds
 * its content's hash.
 */
export type RequestKind =
  | 'shell'
  | 'asset'
  | 'photo'
  | 'message-photo'
  | 'api'
  | 'page'
  | 'private-page'
  | 'never-kept'

export interface RequestFacts {
  url: URL
  method: string
  /** Request.mode: 'navigate' opens a document. */
  mode: string
  hasAuthorization: boolean
  hasRange: boolean
}

const PUBLIC_API = ['/api/categories', '/api/featured', '/api/products', '/api/sellers', '/api/suggestions']

/** No outlines: they act on what stands in the address, or belong to the server. */
const NEVER_KEPT = ['/auth', '/dev', '/api']
/** Of one person, and served only under an address that expires. */
const PRIVATE_PHOTO = /^\/photos\/private(?:\/|$)/
const MESSAGE_PHOTO = /^\/photos\/private\/[^/]+\/message-images\//

const isWithin = (path: string, parts: readonly string[]) =>
  parts.some((part) => path === part || path.startsWith(`${part}/`))

function pageKind(path: string): RequestKind {
  if (isWithin(path, NEVER_KEPT)) return 'never-kept'
  return isWithin(path, PRIVATE_PATHS) ? 'private-page' : 'page'
}

function photoKind(path: string): RequestKind | undefined {
  if (MESSAGE_PHOTO.test(path)) return 'message-photo'
  return PRIVATE_PHOTO.test(path) ? undefined : 'photo'
}

/**
 * The name under which a private page's outline is kept: '/conversation/*' stands for every conversation, since
 * the server sends the same outline for all of them.
 */
export function outlineKey(path: string): string {
  const [, first = '', ...rest] = path.split('/')
  return rest.length > 0 ? `/${first}/*` : `/${first}`
}

/** Undefined: the worker stays out of it. */
export function requestKind(
  request: RequestFacts,
  origin: string,
  shell: ReadonlySet<string>,
): RequestKind | undefined {
  const { url, method, mode } = request
  const path = url.pathname
  if (url.origin !== origin || method !== 'GET' || request.hasAuthorization || request.hasRange)
    return undefined
  if (mode === 'navigate') return pageKind(path)
  if (path.startsWith('/assets/')) return 'asset'
  if (shell.has(path)) return 'shell'
  if (path.startsWith('/photos/')) return photoKind(path)
  return isWithin(path, PUBLIC_API) ? 'api' : undefined
}

/** A reply may be kept when it is whole, our own and not meant for one person alone. */
export const mayBeKept = (reply: Response): boolean =>
  reply.status === 200 &&
  reply.type === 'basic' &&
  !/\b(no-store|private)\b/.test(reply.headers.get('Cache-Control') ?? '')

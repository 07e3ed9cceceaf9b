import { pathPrefixes } from '#contract/pages.ts'
import { SHARE_FOLDER } from '#contract/sharing/share-pictures.ts'
import { SHORT_LINKS } from '#contract/sharing/short-links.ts'
import { STALE_HEADER } from '#contract/rendering/served-stale.ts'

/**
 * How the worker answers a request. `page` may be stored; of a `private-page` only its outline, which is the same for
 * everyone; `never-stored` nothing. A `message-photo` is stored until its person signs out. `shell` is a file that came
 * with the worker, `asset` one whose name holds its content's hash.
 */
export type RequestKind =
  | 'shell'
  | 'asset'
  | 'photo'
  | 'message-photo'
  | 'api'
  | 'page'
  | 'private-page'
  | 'never-stored'

export interface RequestFacts {
  url: URL
  method: string
  /** Request.mode: 'navigate' opens a document. */
  mode: string
  hasAuthorization: boolean
  hasRange: boolean
}

const PUBLIC_API = ['/api/categories', '/api/featured', '/api/products', '/api/sellers', '/api/suggestions']

/** No outlines: they act on what stands in the address, lead elsewhere, or belong to the server. */
const NEVER_STORED = [
  ...pathPrefixes((page) => page.isTransient === true),
  '/dev',
  '/.well-known',
  '/api',
  SHORT_LINKS,
  SHARE_FOLDER,
]
const PRIVATE_PAGES = pathPrefixes((page) => page.access === 'signed-in')
/** Of one person, and served only under an address that expires. */
const PRIVATE_PHOTO = /^\/photos\/private(?:\/|$)/
const MESSAGE_PHOTO = /^\/photos\/private\/[^/]+\/message-images\//

const isWithin = (path: string, prefixes: readonly string[]) =>
  prefixes.some((part) => path === part || path.startsWith(`${part}/`))

function pageKind(path: string): RequestKind {
  if (isWithin(path, NEVER_STORED)) return 'never-stored'
  return isWithin(path, PRIVATE_PAGES) ? 'private-page' : 'page'
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

/** A reply may be stored when it is complete, our own, as new as it claims and not private to one person. */
export const mayBeStored = (reply: Response): boolean =>
  reply.status === 200 &&
  reply.type === 'basic' &&
  !reply.headers.has(STALE_HEADER) &&
  !/\b(no-store|private)\b/.test(reply.headers.get('Cache-Control') ?? '')

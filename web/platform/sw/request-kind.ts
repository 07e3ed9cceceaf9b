import { pathPrefixes } from '#contract/pages.ts'
import { SHARE_FOLDER } from '#contract/sharing/share-pictures.ts'
import { SHORT_LINKS } from '#contract/sharing/short-links.ts'
import { STALE_HEADER } from '#contract/rendering/served-stale.ts'

/**
 * How the worker answers a request. A `page` may be stored; of a `private-page` only its outline is, which is
 * the same for everyone; a `never-stored` page is not. A `message-photo` is stored until its person signs
 * out. A `shell` file came with the worker. An `asset` never changes within a build: its name contains its content's
 * hash, or it is a drawing.
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
  /** Request.mode; 'navigate' opens a document. */
  mode: string
  hasAuthorization: boolean
  hasRange: boolean
}

const PUBLIC_API = [
  '/api/categories',
  '/api/featured',
  '/api/home-rows',
  '/api/products',
  '/api/sellers',
  '/api/suggestions',
]

/** Pages without a stored outline: they act on the address, redirect or belong to the server. */
const NEVER_STORED = [
  ...pathPrefixes((page) => page.isTransient === true),
  '/dev',
  '/.well-known',
  '/api',
  SHORT_LINKS,
  SHARE_FOLDER,
]
/** Folders whose files do not change within a build. */
const ASSETS = ['/assets', '/drawings']
const PRIVATE_PAGES = pathPrefixes((page) => page.access === 'signed-in')
/** Photos of one person, whose addresses expire. */
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
 * The name under which a private page's outline is stored. '/conversation/*' is the name for every
 * conversation, because the server sends the same outline for all of them.
 */
export function outlineKey(path: string): string {
  const [, first = '', ...rest] = path.split('/')
  return rest.length > 0 ? `/${first}/*` : `/${first}`
}

/** Undefined means that the worker does not answer the request. */
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
  if (isWithin(path, ASSETS)) return 'asset'
  if (shell.has(path)) return 'shell'
  if (path.startsWith('/photos/')) return photoKind(path)
  return isWithin(path, PUBLIC_API) ? 'api' : undefined
}

/** True if the reply is complete, comes from this site, is not stale and not private to one person. */
export const canBeStored = (reply: Response): boolean =>
  reply.status === 200 &&
  reply.type === 'basic' &&
  !reply.headers.has(STALE_HEADER) &&
  !/\b(no-store|private)\b/.test(reply.headers.get('Cache-Control') ?? '')

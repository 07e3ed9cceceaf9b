import { PRIVATE_PATHS } from '#contract/private-paths.ts'

/**
 * How the worker answers a request. `page` may be kept, `private-page` never; `shell` is a file that came with
 * the worker itself, `asset` one whose name holds its content's hash.
 */
export type RequestKind = 'shell' | 'asset' | 'photo' | 'api' | 'page' | 'private-page'

export interface RequestFacts {
  url: URL
  method: string
  /** Request.mode: 'navigate' opens a document. */
  mode: string
  hasAuthorization: boolean
  hasRange: boolean
}

const PUBLIC_API = ['/api/categories', '/api/featured', '/api/products', '/api/sellers', '/api/suggestions']

const isWithin = (path: string, parts: readonly string[]) =>
  parts.some((part) => path === part || path.startsWith(`${part}/`))

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
  if (mode === 'navigate') return isWithin(path, [...PRIVATE_PATHS, '/api']) ? 'private-page' : 'page'
  if (path.startsWith('/assets/')) return 'asset'
  if (shell.has(path)) return 'shell'
  if (path.startsWith('/photos/')) return 'photo'
  return isWithin(path, PUBLIC_API) ? 'api' : undefined
}

/** A reply may be kept when it is whole, our own and not meant for one person alone. */
export const mayBeKept = (reply: Response): boolean =>
  reply.status === 200 &&
  reply.type === 'basic' &&
  !/\b(no-store|private)\b/.test(reply.headers.get('Cache-Control') ?? '')

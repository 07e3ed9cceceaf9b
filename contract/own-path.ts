/** A host that nobody can have (RFC 2606): only to see where a path leads. */
const NOWHERE = 'http://own.invalid'

/**
 * Where to go after signing in: an own path, else home. Browsers read `//host` and `/\host` as other sites, also
 * after dots are resolved, and drop tabs and line breaks, so only plain characters pass.
 */
export function ownPath(path: string | null | undefined): string {
  if (!path || !/^\/(?![/\\])[\w\-./~%?&=+,:@!$'()*;#]*$/.test(path) || path.startsWith('/auth')) return '/'
  if (!URL.canParse(path, NOWHERE)) return '/'
  const { origin, pathname } = new URL(path, NOWHERE)
  return origin === NOWHERE && !pathname.startsWith('//') && !pathname.startsWith('/auth/') ? path : '/'
}

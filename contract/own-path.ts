/** A host that nobody can own (RFC 2606), only used to resolve paths. */
const NOWHERE = 'http://own.invalid'

/**
 * The site's own path to open after signing in, otherwise the home page. Browsers read `//host` and `/\host`
 * as other sites, also after dots are resolved, and remove tabs and line breaks, so only plain characters are
 * accepted.
 */
export function ownPath(path: string | null | undefined): string {
  if (!path || !/^\/(?![/\\])[\w\-./~%?&=+,:@!$'()*;#]*$/.test(path) || path.startsWith('/auth')) return '/'
  if (!URL.canParse(path, NOWHERE)) return '/'
  const { origin, pathname } = new URL(path, NOWHERE)
  return origin === NOWHERE && !pathname.startsWith('//') && !pathname.startsWith('/auth/') ? path : '/'
}

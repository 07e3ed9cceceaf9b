/**
 * Where to go after signing in: an own path, else home. Browsers read `//host` and `/\host` as other sites, and
 * drop tabs and line breaks, so only plain characters pass.
 */
export function ownPath(path: string | null | undefined): string {
  return path && /^\/(?![/\\])[\w\-./~%?&=+,:@!$'()*;#]*$/.test(path) && !path.startsWith('/auth')
    ? path
    : '/'
}

export const loginPath = (from: string) =>
  from === '/' ? '/auth/login' : `/auth/login?next=${encodeURIComponent(from)}`

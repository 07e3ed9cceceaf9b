import type { Context } from 'hono'
import { routePath } from 'hono/route'

/** Names the route for what is counted. */
export const nameRoute = (c: Context, route: string): void => c.set('route', route)

/** Of files of the build, whose names are new with each. */
const ASSETS = '/assets/'

/**
 * What a request is counted under: the call's name in the contract, the page's path in its own notation, or the pattern
 * that matched; never the path itself, which may hold anything. To be called once the request was answered.
 */
export function routeOf(c: Context): string {
  const named = c.get('route') as string | undefined
  if (named !== undefined) return named
  const pattern = routePath(c)
  if (pattern.startsWith(ASSETS)) return `${ASSETS}*`
  return pattern === '/*' || pattern === '' ? '*' : pattern
}

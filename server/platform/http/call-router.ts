import { RegExpRouter } from 'hono/router/reg-exp-router'
import { SmartRouter } from 'hono/router/smart-router'
import { TrieRouter } from 'hono/router/trie-router'
import type { Endpoint, Endpoints } from '#contract/endpoint.ts'
import type { RawInput } from './calls.ts'

interface Found<Door> {
  door: Door
  params: RawInput['params']
}

/** Of a path that is written in its plain form, so that it means the same here as in the framework. */
const PLAIN_PATH = /^\/api\/[\w/-]+$/

/**
 * Finds what `doorOf` makes of the call that a plain path leads to; undefined where it makes nothing of it, and for any
 * other path. It knows the whole contract and uses the framework's own routers, so that an address means here what it
 * means there.
 */
export function createCallRouter<Door>(
  contract: Endpoints,
  doorOf: (name: string, endpoint: Endpoint) => Door | undefined,
) {
  const router = new SmartRouter<Door | undefined>({ routers: [new RegExpRouter(), new TrieRouter()] })
  for (const [name, endpoint] of Object.entries(contract))
    router.add(endpoint.method, endpoint.path, doorOf(name, endpoint))
  return (method: string, path: string): Found<Door> | undefined => {
    if (!PLAIN_PATH.test(path)) return undefined
    const [[first] = [], stash] = router.match(method, path)
    if (!first?.[0]) return undefined
    const [door, found] = first
    const params: Record<string, string | undefined> = {}
    // One of the routers says where the value lies, the other what it is.
    for (const [name, value] of Object.entries<string | number>(found))
      params[name] = typeof value === 'number' ? stash?.[value] : value
    return { door, params }
  }
}
